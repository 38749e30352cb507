//! The form of a generated text that does not depend on the order of its threads, nor on the names and values in it: read from the text alone.

use itertools::Itertools;
use std::collections::BTreeMap;

/// A generated text, line by line.
struct Text<'t> {
    /// The address space of each location.
    spaces: BTreeMap<&'t str, &'t str>,
    threads: Vec<Thread<'t>>,
    /// The thread, the register and the value of each part of the filter.
    filter: Vec<(usize, &'t str, u64)>,
}

struct Thread<'t> {
    /// The parts of its place: `agent 0`, `workgroup 1`.
    place: Vec<&'t str>,
    lines: Vec<Vec<Token<'t>>>,
    /// The location that each register is read from.
    reads: BTreeMap<&'t str, &'t str>,
}

#[derive(Clone, Copy)]
enum Token<'t> {
    Word(&'t str),
    Location(&'t str),
    /// A value of a location.
    Value(&'t str, u64),
    /// The number of a condition on a register.
    Found(&'t str, u64),
}

/// The least of the forms with threads in any order.
pub fn form(text: &str) -> String {
    let text = Text::read(text);
    let orders = (0..text.threads.len()).permutations(text.threads.len());
    orders.map(|order| text.with_threads(&order)).min().expect("there is an order")
}

impl<'t> Text<'t> {
    fn read(text: &'t str) -> Text<'t> {
        let (mut spaces, mut filter) = (BTreeMap::new(), Vec::new());
        let mut threads: Vec<Thread<'_>> = Vec::new();
        for line in text.lines().skip(1) {
            let words: Vec<&str> = words(line);
            match words.as_slice() {
                [space, name, "i32", "=", "0"] if line.contains(':') => drop(spaces.insert(*name, *space)),
                ["thread", ..] => {
                    let (_, place) = line.split_once('@').expect("a place");
                    let place = place.trim_end_matches('{').split(',').map(str::trim).collect();
                    threads.push(Thread { place, lines: Vec::new(), reads: BTreeMap::new() });
                }
                ["filter", conditions @ ..] => {
                    let conditions = conditions.iter().filter(|word| **word != "/\\").tuples();
                    filter.extend(conditions.map(|(thread, register, _, value): (&&str, &&'t str, &&str, &&str)| {
                        (number(&thread[1..]) as usize, *register, number(value))
                    }));
                }
                ["memory" | "forall" | "}", ..] | [] => {}
                statement => threads.last_mut().expect("a thread").read(statement, &spaces),
            }
        }
        Text { spaces, threads, filter }
    }

    fn with_threads(&self, order: &[usize]) -> String {
        let tokens = || order.iter().flat_map(|&thread| self.threads[thread].lines.iter().flatten());
        let locations: Vec<&str> = tokens()
            .filter_map(|token| match token {
                Token::Location(name) => Some(*name),
                Token::Word(_) | Token::Value(..) | Token::Found(..) => None,
            })
            .unique()
            .collect();
        let written: Vec<(&str, u64)> = tokens()
            .filter_map(|token| match token {
                Token::Value(location, value) if *value != 0 => Some((*location, *value)),
                Token::Word(_) | Token::Location(_) | Token::Value(..) | Token::Found(..) => None,
            })
            .collect();
        // Every value is a sum of such as are written; those are numbered in order, by location.
        let value = |location: &str, value: u64| -> String {
            let of_location = written.iter().filter(|(other, _)| *other == location).map(|(_, bit)| *bit).unique();
            let bits = of_location.enumerate().filter(|(_, bit)| bit & value == *bit).map(|(index, _)| index);
            format!("{:?}", bits.collect::<Vec<_>>())
        };
        let name = |location: &str| locations.iter().position(|known| *known == location).expect("it is used");
        let mut out = String::new();
        for &location in &locations {
            out += &format!("{} {}\n", self.spaces[location], name(location));
        }
        for [&a, &b] in order.iter().array_combinations() {
            out += &format!("{}\n", self.shared(a, b));
        }
        for &thread in order {
            for line in &self.threads[thread].lines {
                for token in line {
                    out += &match *token {
                        Token::Word(word) => format!("{word} "),
                        Token::Location(location) => format!("@{} ", name(location)),
                        Token::Value(location, number) => format!("{} ", value(location, number)),
                        Token::Found(register, number) => {
                            format!("{register} {} ", value(self.threads[thread].reads[register], number))
                        }
                    };
                }
                out.push('\n');
            }
            for (_, register, number) in self.filter.iter().filter(|(of, ..)| *of == thread) {
                out += &format!("filter {register} {}\n", value(self.threads[thread].reads[register], *number));
            }
            out += "end\n";
        }
        out
    }

    /// What two threads share, innermost, by the words of their places.
    fn shared(&self, a: usize, b: usize) -> &'t str {
        let (a, b) = (&self.threads[a].place, &self.threads[b].place);
        let shared = a.iter().zip(b).take_while(|(a, b)| a == b).last();
        shared.map_or("system", |(part, _)| part.split_once(' ').expect("a level and a number").0)
    }
}

impl<'t> Thread<'t> {
    fn read(&mut self, statement: &[&'t str], spaces: &BTreeMap<&str, &str>) {
        let location = statement.iter().find(|word| spaces.contains_key(**word)).copied();
        let mut tokens = Vec::new();
        for (index, word) in statement.iter().enumerate() {
            let after_type = index > 0 && statement[index - 1] == "i32";
            tokens.push(match (location, word.parse()) {
                (Some(name), _) if *word == name => Token::Location(name),
                (Some(name), Ok(value)) if after_type => Token::Value(name, value),
                (None, Ok(value)) if statement[0] == "if" => Token::Found(statement[1], value),
                _ => Token::Word(word),
            });
        }
        if let ([register, "=", ..], Some(location)) = (statement, location) {
            self.reads.insert(register, location);
        }
        self.lines.push(tokens);
    }
}

/// Names, numbers and signs.
fn words(line: &str) -> Vec<&str> {
    let separators = [' ', ',', ':', '{', '(', ')'];
    line.split(separators).filter(|word| !word.is_empty()).collect()
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}
