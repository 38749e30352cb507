//! Steps: instructions, what is left out of them when, and where they may stand.

use super::reader::Reader;
use super::sentence::{Alternative, Effect, Omitted, RawInstr, RawPoint, Sentence, Side, StepPart};
use crate::syntax::source::{Diagnostic, Span};
use crate::syntax::table::ast::{
    Code, Instr, Line, Operand, Placement, Point, Rule, SCOPE_OF_TABLE, Step, operand_twice,
};
use crate::syntax::table::cond::Cond;

/// A step being read.
pub struct Builder {
    number: u32,
    line: Line,
    /// What was read so far.
    pub code: Vec<Code>,
    placement: Vec<Placement>,
    /// Two counters of which one is meant, until it is said which.
    open_choice: Option<Span>,
    /// An operand whose value is missing, until a rule gives it.
    open_scope: Option<Span>,
}

impl Builder {
    /// A step without instructions.
    pub fn new(number: u32, line: Line) -> Self {
        Builder { number, line, code: Vec::new(), placement: Vec::new(), open_choice: None, open_scope: None }
    }

    /// Adds what a sentence says; `numbered` if it stands beside the number.
    pub fn sentence(
        &mut self,
        reader: &mut Reader<'_>,
        span: Span,
        sentence: Sentence,
        numbered: bool,
    ) -> Result<(), Box<Diagnostic>> {
        match sentence {
            Sentence::Code(alternatives) if numbered => self.alternatives(reader, &alternatives),
            Sentence::Garbled(mut raws) if numbered => {
                let last = raws.pop().map(|raw| raw.names.join("/")).unwrap_or_default();
                reader.flaw(span, format!("words are missing before `{last}`; taken as \"must happen after\""));
                self.alternatives(reader, &[Alternative { when: None, code: raws }])?;
                let all_events = super::sentence::events(false, Vec::new(), Vec::new(), None);
                let places = vec![(Some(false), super::sentence::instr(&last, false)), (Some(true), all_events)];
                self.place_rule(reader, span, &[], places)
            }
            Sentence::Place(about, places) if numbered => {
                self.alternatives(reader, &[Alternative { when: None, code: about }])?;
                self.place_rule(reader, span, &[], places)
            }
            Sentence::Place(about, places) => self.place_rule(reader, span, &about, places),
            Sentence::Apart => {
                self.placement.push(Placement { line: reader.line(span), about: Vec::new(), rule: Rule::Apart });
                Ok(())
            }
            Sentence::Effects(effects) => {
                effects.into_iter().try_for_each(|effect| self.apply_effect(reader, span, effect))
            }
            Sentence::Apply(label) => self.apply_scope_table(reader, span, &label),
            Sentence::OnlyFor(forms) => self.restrict_to_forms(reader, span, &forms),
            Sentence::Code(_)
            | Sentence::Garbled(_)
            | Sentence::Same(_)
            | Sentence::Nothing
            | Sentence::Refused(..)
            | Sentence::Case(_)
            | Sentence::Constraint(..) => {
                Err(reader.error(span, "an instruction in a rule", "a numbered step, or a rule about it"))
            }
        }
    }

    /// The instructions of alternatives, each on the condition that no later one holds.
    fn alternatives(&mut self, reader: &mut Reader<'_>, all: &[Alternative]) -> Result<(), Box<Diagnostic>> {
        for (at, alternative) in all.iter().enumerate() {
            let own = alternative.when.clone().unwrap_or_default();
            let later = all[at + 1..].iter().filter_map(|other| other.when.as_ref());
            let when = later.fold(own, |when, other| when.and(&other.not()));
            for raw in &alternative.code {
                let instr = self.instr(reader, raw, &when)?;
                self.code.push(Code::Instr(instr));
            }
        }
        Ok(())
    }

    fn instr(&mut self, reader: &mut Reader<'_>, raw: &RawInstr, when: &Cond) -> Result<Instr, Box<Diagnostic>> {
        let mut forms = raw.names.clone();
        let last = forms.pop().unwrap_or_default();
        let name = match reader.access(&last) {
            Some((form, access)) => {
                forms.push(form.to_string());
                forms.iter().try_for_each(|form| reader.check_form(form, raw.span))?;
                access.to_string()
            }
            None if forms.is_empty() => reader.instruction(&last, raw.span)?,
            None => {
                return Err(reader.error(
                    raw.span,
                    "an instruction in forms that accesses no memory",
                    "one instruction",
                ));
            }
        };
        let bare = Instr { forms, name, operands: Vec::new(), when: when.clone() };
        let mut operands = Vec::new();
        for text in &raw.operands {
            match text.split_once('/') {
                Some((abbreviated, _)) => {
                    let counters = reader.counters(text);
                    if counters.len() != 2 {
                        let message = format!("`{abbreviated}` begins the name of no counter, or of several");
                        return Err(reader.error(raw.span, message, "two counters of the family's targets"));
                    }
                    self.open_choice = Some(raw.span);
                    for counter in counters {
                        operands.push(reader.operand(&bare, &counter, raw.span)?);
                    }
                }
                None if text.ends_with(':') => self.open_scope = Some(raw.span),
                None => operands.push(reader.operand(&bare, text, raw.span)?),
            }
        }
        if let Some(again) = operand_twice(&operands) {
            return Err(reader.error(raw.span, format!("{again} more than once"), "one value"));
        }
        let operands = operands.into_iter().map(|text| Operand { text, when: Cond::always() }).collect();
        let instr = Instr { operands, ..bare };
        if reader.is_wait(&instr) && instr.operands.is_empty() {
            return Err(reader.error(raw.span, "a wait that does not say for what", "its counter and number"));
        }
        Ok(instr)
    }

    fn instrs(&mut self) -> impl Iterator<Item = &mut Instr> {
        self.code.iter_mut().filter_map(|code| match code {
            Code::Instr(instr) => Some(instr),
            Code::Same(_) => None,
        })
    }

    fn apply_effect(&mut self, reader: &mut Reader<'_>, span: Span, effect: Effect) -> Result<(), Box<Diagnostic>> {
        match effect {
            Effect::Omit(when, what) => self.omit_parts(reader, &when.not(), &what),
            Effect::Use(when, operands) => {
                self.open_scope = None;
                let Some(instr) = self.instrs().next() else {
                    return Err(reader.error(span, "an operand for no instruction", "a step with an instruction"));
                };
                for text in operands {
                    let text = reader.operand(instr, &text, span)?;
                    instr.operands.push(Operand { text, when: when.clone() });
                }
            }
            Effect::Choose(when, counter) => {
                self.open_choice = None;
                if !self.restrict_operands(&counter, &when) {
                    reader.flaw(span, format!("a choice of `{counter}`, which the step does not have"));
                }
            }
        }
        Ok(())
    }

    /// Leaves something out unless a condition holds.
    fn omit_parts(&mut self, reader: &mut Reader<'_>, unless: &Cond, what: &Omitted) {
        let (except, parts) = match what {
            Omitted::All => (&[][..], &[][..]),
            Omitted::AllBut(kept) => (&kept[..], &[][..]),
            Omitted::Parts(parts) => (&[][..], &parts[..]),
        };
        for part in except.iter().chain(parts) {
            if !self.has_part(reader, part) {
                reader.flaw(part.span, format!("`{}` is spoken of, which the step does not have", part.text));
            }
        }
        // An omission settles which of two counters is meant, as far as it goes.
        if !parts.is_empty() && !unless.is_always() && unless.words().contains("return") {
            self.open_choice = None;
        }
        match what {
            Omitted::Parts(parts) => {
                for part in parts {
                    for text in reader.counters(&part.text) {
                        self.restrict_operands(&text, unless);
                    }
                    self.instrs()
                        .filter(|instr| names_instruction(part, instr))
                        .for_each(|i| i.when = i.when.and(unless));
                }
            }
            Omitted::All | Omitted::AllBut(_) => self
                .instrs()
                .filter(|instr| !except.iter().any(|part| names_instruction(part, instr)))
                .for_each(|instr| instr.when = instr.when.and(unless)),
        }
    }

    fn has_part(&mut self, reader: &Reader<'_>, part: &StepPart) -> bool {
        let texts = reader.counters(&part.text);
        self.instrs().any(|instr| {
            names_instruction(part, instr) || instr.operands.iter().any(|operand| texts.contains(&operand.text))
        })
    }

    fn restrict_operands(&mut self, text: &str, when: &Cond) -> bool {
        let operands = self.instrs().flat_map(|instr| &mut instr.operands).filter(|operand| operand.text == text);
        operands.map(|operand| operand.when = operand.when.and(when)).count() > 0
    }

    fn apply_scope_table(&mut self, reader: &mut Reader<'_>, span: Span, label: &str) -> Result<(), Box<Diagnostic>> {
        if reader.scopes != Some(label) {
            let help = match reader.scopes {
                Some(known) => format!("the table before this one is `{known}`"),
                None => "no table of scopes stands before this one".into(),
            };
            return Err(reader.error(span, format!("the table `{label}` is not that of this family"), help));
        }
        self.open_scope = None;
        let mut explicit = None;
        for instr in self.instrs() {
            let given = |operand: &Operand| reader.names_scope(&operand.text);
            explicit =
                explicit.or(instr.operands.iter().find(|operand| given(operand)).map(|operand| operand.text.clone()));
            instr.operands.retain(|operand| !given(operand));
            instr.operands.push(Operand { text: SCOPE_OF_TABLE.into(), when: Cond::always() });
        }
        if let Some(operand) = explicit {
            reader.flaw(span, format!("`{operand}` is given and the table of scopes applied too; the table is taken"));
        }
        Ok(())
    }

    fn restrict_to_forms(
        &mut self,
        reader: &mut Reader<'_>,
        span: Span,
        forms: &[String],
    ) -> Result<(), Box<Diagnostic>> {
        forms.iter().try_for_each(|form| reader.check_form(form, span))?;
        let any = forms.iter().fold(Cond::never(), |any, form| any.or(&Cond::word(format!("op({form})"))));
        self.instrs().for_each(|instr| instr.when = instr.when.and(&any));
        Ok(())
    }

    fn place_rule(
        &mut self,
        reader: &mut Reader<'_>,
        span: Span,
        about: &[RawInstr],
        places: Vec<(Side, RawPoint)>,
    ) -> Result<(), Box<Diagnostic>> {
        let mut names = Vec::new();
        for raw in about {
            names.push(self.subject(reader, raw)?);
        }
        let mut rules: Vec<Rule> = Vec::new();
        for (side, point) in places {
            let points = match (side, rules.last_mut()) {
                (None, Some(Rule::Before(points) | Rule::After(points))) => points,
                (side, _) => {
                    rules.push(if side == Some(true) { Rule::Before(Vec::new()) } else { Rule::After(Vec::new()) });
                    let Some(Rule::Before(points) | Rule::After(points)) = rules.last_mut() else { continue };
                    points
                }
            };
            match (point, points.last_mut()) {
                (RawPoint::Name(name), Some(Point::Instr { names, .. })) => {
                    names.push(reader.known_pattern(&name, span));
                }
                (RawPoint::Name(name), _) => {
                    let message = format!("`{name}` goes on with no instruction");
                    return Err(reader.error(span, message, "the following instructions by their names"));
                }
                (RawPoint::Complete(Point::Instr { names, optional }), _) => {
                    let names = names.iter().map(|name| reader.known_pattern(name, span)).collect();
                    points.push(Point::Instr { names, optional });
                }
                (RawPoint::Complete(point), _) => points.push(point),
            }
        }
        let line = reader.line(span);
        self.placement.extend(rules.into_iter().map(|rule| Placement { line, about: names.clone(), rule }));
        Ok(())
    }

    /// What a rule is about: an instruction of the step, with its counters if they are named.
    fn subject(&mut self, reader: &mut Reader<'_>, raw: &RawInstr) -> Result<String, Box<Diagnostic>> {
        let name = reader.instruction(&raw.names.join("/"), raw.span)?;
        let counters: Vec<&String> = raw.operands.iter().filter(|operand| operand.contains('(')).collect();
        Ok(std::iter::once(&name).chain(counters).map(String::as_str).collect::<Vec<_>>().join(" "))
    }

    /// The step with its conditions simplified; what is never emitted is taken out and noted as a flaw.
    pub fn finish(mut self, reader: &mut Reader<'_>) -> Result<Step, Box<Diagnostic>> {
        if let Some(span) = self.open_choice {
            reader.flaw(span, "which of two counters is meant is not said; both are taken");
        }
        if let Some(span) = self.open_scope {
            return Err(reader.error(span, "an operand without its value", "its value, or the table of scopes"));
        }
        self.instrs().filter(|instr| reader.is_wait(instr)).for_each(hoist);
        self.merge_waits(reader);
        let before = self.code.len();
        self.code.retain(|code| !matches!(code, Code::Instr(instr) if instr.when.is_never()));
        if self.code.len() < before {
            let message = format!("an instruction of step {} is never emitted", self.number);
            reader.flaw_at(self.line, reader.source.line_span(self.line as usize), message);
        }
        Ok(Step { number: self.number, line: self.line, code: self.code, placement: self.placement })
    }

    /// One wait for the same wait of several alternatives: nothing stands between them.
    fn merge_waits(&mut self, reader: &Reader<'_>) {
        let mut merged: Vec<Code> = Vec::new();
        for code in self.code.drain(..) {
            let earlier = merged.iter_mut().find_map(|other| match (other, &code) {
                (Code::Instr(one), Code::Instr(two)) if reader.is_wait(two) && one.spelling() == two.spelling() => {
                    (one.operands == two.operands).then_some(one)
                }
                _ => None,
            });
            match (earlier, code) {
                (Some(one), Code::Instr(two)) => one.when = one.when.or(&two.when),
                (_, code) => merged.push(code),
            }
        }
        self.code = merged;
    }
}

/// A condition of all counters of a wait is one of the wait.
fn hoist(instr: &mut Instr) {
    let Some(first) = instr.operands.first().map(|operand| operand.when.clone()) else { return };
    if instr.operands.iter().all(|operand| operand.when == first) {
        instr.operands.iter_mut().for_each(|operand| operand.when = Cond::always());
        instr.when = instr.when.and(&first);
    }
}

/// Whether a part is an instruction: by its name, or by the end of it.
fn names_instruction(part: &StepPart, instr: &Instr) -> bool {
    instr.forms.is_empty() && (instr.name == part.text || instr.name.ends_with(&format!("_{}", part.text)))
}
