//! Wide objects as two words in memory, each of which an access may find of another write.

use super::ir::{Condition, Object, ObjectId, Program, Prop, Question};
use crate::llvm::IntType;
use crate::syntax::litmus::ast::Type;
use index_vec::IndexVec;

/// How many bits a word has.
pub const WORD: u32 = 32;
/// The type of a word.
pub const WORD_TYPE: Type = Type::Int(IntType::I32);

/// The two words of a value, the first one with the low bits.
pub fn words_of(value: u64) -> [u64; 2] {
    [value & u64::from(u32::MAX), value >> WORD]
}

impl Program {
    /// The same, where each object of more than a word is two: its first word, and its second. Values are below 2^64, so that further words are 0 whoever
    /// wrote them. Pointers stay whole.
    pub fn in_words(&self) -> Program {
        let mut objects = self.objects.clone();
        for (first, object) in self.objects.iter_enumerated().filter(|(_, object)| is_of_words(object.ty)) {
            let [low, high] = words_of(object.init);
            let name = format!("{}+{}", object.name, WORD / 8);
            let second = objects.push(Object { name, ty: WORD_TYPE, init: high, ..object.clone() });
            objects[first] = Object { ty: WORD_TYPE, init: low, second_word: Some(second), ..object.clone() };
        }
        let condition = |condition: &Condition| Condition {
            question: match &condition.question {
                Question::States(quantifier, prop) => Question::States(*quantifier, prop.in_words(&objects)),
                Question::Termination => Question::Termination,
            },
            ..condition.clone()
        };
        Program {
            conditions: self.conditions.iter().map(condition).collect(),
            filter: self.filter.as_ref().map(|filter| filter.in_words(&objects)),
            objects,
            ..self.clone()
        }
    }

    /// Whether an object is one of two words.
    pub fn is_word(&self, object: ObjectId) -> bool {
        let is_first = |object: &Object| object.second_word.is_some();
        is_first(&self.objects[object]) || self.objects.iter().any(|other| other.second_word == Some(object))
    }
}

/// Whether values of a type are several words.
pub fn is_of_words(ty: Type) -> bool {
    match ty {
        Type::Int(_) | Type::Wide(_) => ty.bits() > WORD,
        Type::Ptr => false,
    }
}

impl Prop {
    /// The same of final states where some of these objects are two words.
    pub fn in_words(&self, objects: &IndexVec<ObjectId, Object>) -> Prop {
        let each = |parts: &[Prop]| parts.iter().map(|part| part.in_words(objects)).collect();
        match self {
            Prop::Const(_) | Prop::Hangs | Prop::Register { .. } => self.clone(),
            Prop::Memory { object, value, negated } => {
                let Some(second) = objects[*object].second_word else { return self.clone() };
                let [low, high] = words_of(*value);
                let is = |object, value| Prop::Memory { object, value, negated: false };
                let both = Prop::And(vec![is(*object, low), is(second, high)]);
                if *negated { Prop::Not(Box::new(both)) } else { both }
            }
            Prop::Not(inner) => Prop::Not(Box::new(inner.in_words(objects))),
            Prop::And(parts) => Prop::And(each(parts)),
            Prop::Or(parts) => Prop::Or(each(parts)),
            Prop::Implies(parts) => Prop::Implies(Box::new(parts.each_ref().map(|part| part.in_words(objects)))),
        }
    }
}
