//! Conditions and what is expected of them.

use super::Resolver;
use crate::program::ir::{Condition, Expectation, ObjectId, Program, Prop, Question};
use crate::syntax::litmus::ast::{self, Expected};
use crate::syntax::source::{Span, did_you_mean};
use rustc_hash::FxHashMap;

impl Resolver {
    pub(super) fn condition(&mut self, program: &Program, condition: &ast::Condition) -> Condition {
        let mut expects: Vec<Expectation> = Vec::new();
        // There may be thousands.
        let mut spans: FxHashMap<&str, Span> = FxHashMap::default();
        for expect in &condition.expects {
            for model in &expect.models {
                self.answers(&condition.question, expect.verdict);
                let first = *spans.entry(&model.node).or_insert(model.span);
                if first != model.span {
                    let message = format!("two expectations for model `{}`", model.node);
                    self.again(model.span, message, first, "one verdict for each model");
                }
                expects.push(Expectation {
                    model: model.node.clone(),
                    verdict: expect.verdict.node,
                    reason: expect.reason.as_ref().map(|reason| reason.node.clone()),
                    span: model.span,
                });
            }
        }
        Condition {
            question: self.question(program, condition),
            expects,
            hardware: condition.hardware.clone(),
            span: condition.place.span,
        }
    }

    fn question(&mut self, program: &Program, condition: &ast::Condition) -> Question {
        match &condition.question {
            ast::Question::States(quantifier, prop) => {
                condition.hardware.iter().for_each(|expect| self.answers(&condition.question, expect.verdict));
                Question::States(*quantifier, self.prop(program, &prop.node))
            }
            ast::Question::Termination => {
                if let Some(expect) = condition.hardware.first() {
                    let help = "`expect hardware` follows `exists`, `~exists` or `forall`";
                    self.error(expect.place.span, "hardware is asked for final states", "of no state", help);
                }
                Question::Termination
            }
        }
    }

    /// An expected verdict has to be an answer to its question.
    fn answers(&mut self, question: &ast::Question, verdict: ast::At<Expected>) {
        let (is_answer, help) = match (question, verdict.node) {
            (ast::Question::States(..), Expected::Allowed | Expected::Forbidden | Expected::Racy)
            | (ast::Question::Termination, Expected::Terminates | Expected::Hangs) => (true, ""),
            (ast::Question::States(..), Expected::Terminates | Expected::Hangs) => {
                (false, "`allowed`, `forbidden` or `racy`; whether loops end is asked by `terminates`")
            }
            (ast::Question::Termination, Expected::Allowed | Expected::Forbidden | Expected::Racy) => {
                (false, "`terminates` or `hangs`")
            }
        };
        if !is_answer {
            self.error(verdict.span, format!("`{}` is no answer to this question", verdict.node), "no answer", help);
        }
    }

    pub(super) fn prop(&mut self, program: &Program, prop: &ast::Prop) -> Prop {
        match prop {
            ast::Prop::Const(value) => Prop::Const(*value),
            ast::Prop::Not(inner) => Prop::Not(Box::new(self.prop(program, inner))),
            ast::Prop::And(parts) => Prop::And(parts.iter().map(|part| self.prop(program, part)).collect()),
            ast::Prop::Or(parts) => Prop::Or(parts.iter().map(|part| self.prop(program, part)).collect()),
            ast::Prop::Implies(parts) => Prop::Implies(Box::new(parts.each_ref().map(|part| self.prop(program, part)))),
            ast::Prop::Atom { thread: None, name, value, negated } => self.memory_atom(program, name, value, *negated),
            ast::Prop::Atom { thread: Some(thread), name, value, negated } => {
                self.register_atom(program, thread, name, value, *negated)
            }
        }
    }

    fn memory_atom(
        &mut self,
        program: &Program,
        name: &ast::Name,
        value: &ast::At<ast::Literal>,
        negated: bool,
    ) -> Prop {
        let Some(object) = self.object_in_condition(program, name) else { return Prop::Const(false) };
        let value = self.literal(value, program.objects[object].ty).unwrap_or(0);
        Prop::Memory { object, value, negated }
    }

    fn object_in_condition(&mut self, program: &Program, name: &ast::Name) -> Option<ObjectId> {
        let owner =
            |thread: &&crate::program::ir::Thread| thread.registers.iter().any(|register| register.name == name.node);
        match program.threads.iter().find(owner) {
            Some(thread) if !self.names.contains_key(&name.node) => {
                let help = format!("name its thread: `{}:{}`", thread.name, name.node);
                self.error(name.span, format!("`{}` is a register, not an object", name.node), "no object", help);
                None
            }
            _ => self.object_named(&name.node, name.span),
        }
    }

    fn register_atom(
        &mut self,
        program: &Program,
        thread: &ast::Name,
        name: &ast::Name,
        value: &ast::At<ast::Literal>,
        negated: bool,
    ) -> Prop {
        let Some(id) = program.threads.position(|known| known.name == thread.node) else {
            let known = program.threads.iter().map(|known| known.name.as_str());
            self.unknown(thread.span, &format!("unknown thread `{}`", thread.node), &thread.node, known);
            return Prop::Const(false);
        };
        let registers = &program.threads[id].registers;
        let Some(register) = registers.position(|known| known.name == name.node) else {
            let known = registers.iter().map(|known| known.name.as_str());
            let message = format!("thread `{}` has no register `{}`", thread.node, name.node);
            self.unknown(name.span, &message, &name.node, known);
            return Prop::Const(false);
        };
        let value = self.literal(value, registers[register].ty).unwrap_or(0);
        Prop::Register { thread: id, register, value, negated }
    }

    fn unknown<'a>(&mut self, span: Span, message: &str, word: &str, known: impl Iterator<Item = &'a str>) {
        let known: Vec<&str> = known.collect();
        let help = match did_you_mean(word, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "there is none".to_string(),
            None => format!("there are {}", known.join(", ")),
        };
        self.error(span, message, "not known", help);
    }
}
