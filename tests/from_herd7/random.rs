//! Random tests in C, of the part of C that herd7 reads.

use std::fmt::Write;

/// Random numbers that are the same in every run: SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

const LOADS: &[&str] = &["relaxed", "acquire", "seq_cst"];
const STORES: &[&str] = &["relaxed", "release", "seq_cst"];
const FENCES: &[&str] = &["acquire", "release", "acq_rel", "seq_cst"];
const UPDATES: &[&str] = &["relaxed", "acquire", "release", "acq_rel", "seq_cst"];
/// What operations there may be, the usual ones more often.
const KINDS: &[Kind] = &[
    Kind::Load,
    Kind::Load,
    Kind::Load,
    Kind::Store,
    Kind::Store,
    Kind::Store,
    Kind::Fence,
    Kind::Fence,
    Kind::Add,
    Kind::Exchange,
    Kind::CompareExchange,
    Kind::PlainLoad,
    Kind::PlainStore,
];

#[derive(Clone, Copy)]
enum Kind {
    Load,
    Store,
    Fence,
    Add,
    Exchange,
    /// What is expected is in a variable of the thread's own.
    CompareExchange,
    PlainLoad,
    PlainStore,
}

/// The text of a test of two or three threads.
pub fn test(name: &str, dice: &mut Dice) -> String {
    let mut text = format!("C {name}\n{{ x = 0; y = 0; z = 0; e0 = 0; e1 = 1; e2 = 2; }}\n");
    let threads = 2 + dice.below(2);
    let longest = if threads == 2 { 3 } else { 2 };
    let mut registers = Vec::new();
    for number in 0..threads {
        let mut thread = Thread { number, dice: &mut *dice, registers: 0, body: String::new() };
        let length = 1 + thread.dice.below(longest);
        (0..length).for_each(|_| thread.statement());
        let parameters = format!("atomic_int* x, atomic_int* y, int* z, int* e{number}");
        let _ = writeln!(text, "P{number} ({parameters}) {{\n{}}}", thread.body);
        registers.extend((0..thread.registers).map(|register| format!("{number}:r{register}")));
    }
    let shown: Vec<String> = ["x", "y", "z"].map(str::to_string).into_iter().chain(registers).collect();
    let asked: Vec<String> = (0..2).map(|_| atom(dice, &shown)).collect();
    let joined = asked.join(dice.one(&[" /\\ ", " \\/ ", " => "]));
    let _ =
        writeln!(text, "locations [{}]\n{} ({joined})", shown.join("; "), dice.one(&["exists", "~exists", "forall"]));
    text
}

fn atom(dice: &mut Dice, shown: &[String]) -> String {
    let name = &shown[dice.below(shown.len() as u64) as usize];
    format!("{}{name} = {}", dice.one(&["", "", "~"]), dice.below(3))
}

struct Thread<'d> {
    number: u64,
    dice: &'d mut Dice,
    registers: u64,
    body: String,
}

impl Thread<'_> {
    fn statement(&mut self) {
        let (kind, location) = (self.dice.one(KINDS), self.dice.one(&["x", "y"]));
        match kind {
            Kind::Load => {
                let order = self.dice.one(LOADS);
                self.reads(&format!("atomic_load_explicit({location}, memory_order_{order})"));
            }
            Kind::Store => {
                let (order, value) = (self.dice.one(STORES), self.value());
                self.writes(&format!("atomic_store_explicit({location}, {value}, memory_order_{order});"));
            }
            Kind::Fence => {
                let order = self.dice.one(FENCES);
                self.writes(&format!("atomic_thread_fence(memory_order_{order});"));
            }
            Kind::Add => self.updates("fetch_add", location),
            Kind::Exchange => self.updates("exchange", location),
            Kind::CompareExchange => {
                let (order, failure, value) = (self.dice.one(UPDATES), self.dice.one(LOADS), self.value());
                let of = format!("{location}, e{}, {value}", self.number);
                let orders = format!("memory_order_{order}, memory_order_{failure}");
                self.reads(&format!("atomic_compare_exchange_strong_explicit({of}, {orders})"));
            }
            Kind::PlainLoad => self.reads("*z"),
            Kind::PlainStore => {
                let value = self.value();
                self.writes(&format!("*z = {value};"));
            }
        }
    }

    /// 1 or 2, or what was read.
    fn value(&mut self) -> String {
        match self.dice.below(4) {
            0 if self.registers > 0 => format!("r{}", self.dice.below(self.registers)),
            _ => (1 + self.dice.below(2)).to_string(),
        }
    }

    fn updates(&mut self, function: &str, location: &str) {
        let (order, value) = (self.dice.one(UPDATES), self.value());
        self.reads(&format!("atomic_{function}_explicit({location}, {value}, memory_order_{order})"));
    }

    fn reads(&mut self, expression: &str) {
        let _ = writeln!(self.body, "  int r{} = {expression};", self.registers);
        self.registers += 1;
    }

    /// By one of several paths, now and then.
    fn writes(&mut self, statement: &str) {
        let guard = match self.dice.below(4) {
            0 if self.registers > 0 => Some((self.dice.below(self.registers), self.dice.below(2))),
            _ => None,
        };
        let _ = match guard {
            Some((register, value)) => writeln!(self.body, "  if (r{register} == {value}) {{ {statement} }}"),
            None => writeln!(self.body, "  {statement}"),
        };
    }
}
