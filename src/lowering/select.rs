//! The instructions that a table gives for one operation.

use crate::llvm::{AddressSpace, Ordering, ScopeLevel, SyncScope};
use crate::memo::Memo;
use crate::spelling::Misspelled;
use crate::syntax::litmus::ast::{Choices, DmaKind, Workgroups};
use crate::syntax::table::ast::{
    Access, Code, Instr, Line, Op, Operand, Placement, Reference, Row, SCOPE_OF_TABLE, Scopes, Table,
};
use crate::targets::TargetConfiguration;
use itertools::Itertools;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An operation of the source as far as tables tell operations apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Query {
    /// The operation, as rows of tables name it.
    pub op: Op,
    /// Its ordering; `None` if it is not atomic.
    pub ordering: Option<Ordering>,
    /// Its sync scope; without meaning if it is not atomic.
    pub scope: SyncScope,
    /// The address space it names; for a fence the only one it is for, or generic.
    pub space: AddressSpace,
    /// Whether it is a `volatile` access.
    pub volatile: bool,
    /// Whether it carries `!nontemporal` metadata.
    pub nontemporal: bool,
    /// Whether the value that an `atomicrmw` returns is used.
    pub returns: bool,
}

/// What code is for: a table, a target configuration and a language.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The table of code sequences, of one of the families that are for the target.
    pub table: &'a Table,
    /// The target configuration whose conditions hold.
    pub configuration: TargetConfiguration,
    /// Whether the language is OpenCL, else HSA.
    pub opencl: bool,
    /// How the code is made where the compiler has a choice.
    pub choices: Choices,
    /// What counts instead of a part of the table, to try an edit without a copy of the whole.
    pub instead: Option<Instead<'a>>,
}

/// A part of a table, edited.
#[derive(Clone, Copy, Debug)]
pub enum Instead<'a> {
    /// A row, for the one that begins at the same line.
    Row(&'a Row),
    /// The table of scopes.
    Scopes(&'a Scopes),
    /// The code of some operations, whatever rows say of them.
    Codes(&'a Codes),
    /// What was selected before in the same setting.
    Selected(&'a SelectedBefore),
}

/// The code of operations as they are looked up, or why they have none.
pub type Codes = BTreeMap<Query, Result<Arc<[Selected]>, Missing>>;

/// The code of the operations that were looked up in one setting. Generated programs are many, and made of the same few operations.
pub type SelectedBefore = Memo<Query, Result<Arc<[Selected]>, Missing>>;

impl<'a> Setting<'a> {
    /// A table for a target configuration and a language, as it is.
    pub fn new(table: &'a Table, configuration: TargetConfiguration, opencl: bool) -> Setting<'a> {
        Setting { table, configuration, opencl, choices: Choices::TABLES, instead: None }
    }

    /// The same with what is selected in it kept; where something counts instead of a part of the table, nothing is.
    #[must_use]
    pub fn remembering(self, memo: &'a SelectedBefore) -> Setting<'a> {
        Setting { instead: self.instead.or(Some(Instead::Selected(memo))), ..self }
    }

    /// The operation as the compiler looks it up: as [`looked_up`], and in a workgroup of one wave with wavefront scope instead of workgroup scope.
    fn looked_up(&self, query: &Query) -> Query {
        let mut query = looked_up(&self.configuration, *query);
        if self.choices.workgroups == Workgroups::OneWave && query.scope.level == ScopeLevel::Workgroup {
            query.scope.level = ScopeLevel::Wavefront;
        }
        query
    }

    fn rows(&self) -> impl Iterator<Item = &'a Row> + use<'a> {
        let edited = match self.instead {
            Some(Instead::Row(row)) => Some(row),
            Some(Instead::Scopes(_) | Instead::Codes(_) | Instead::Selected(_)) | None => None,
        };
        self.table.rows.iter().map(move |row| edited.filter(|edited| edited.line == row.line).unwrap_or(row))
    }

    fn scopes(&self) -> Option<&'a Scopes> {
        match self.instead {
            Some(Instead::Scopes(scopes)) => Some(scopes),
            Some(Instead::Row(_) | Instead::Codes(_) | Instead::Selected(_)) | None => self.table.scopes.as_ref(),
        }
    }
}

/// An instruction that a table gives for an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// The mnemonic, form and access joined: `global_load`.
    pub mnemonic: Arc<str>,
    /// Its operands besides registers and addresses.
    pub operands: Arc<[String]>,
    /// What it does if it is the access itself.
    pub access: Option<Access>,
    /// The line of the document at which its row begins.
    pub row: Line,
    /// The number of the step that it is from, as the row counts them.
    pub step: u32,
    /// The line of the document at which that step stands.
    pub line: Line,
    /// The rules of that step about where its instructions may stand.
    pub placement: Arc<[Placement]>,
}

impl std::fmt::Display for Selected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.mnemonic)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))
    }
}

/// Why an operation has no code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Missing {
    /// The table says nothing of it.
    #[error("no row for {0}")]
    NoRow(String),
    /// So many rows speak of it, of which at most one should.
    #[error("{1} rows for {0}")]
    Ambiguous(String, usize),
    /// A row says that the address space cannot be used.
    #[error("the {0} address space cannot be used in mode {1}")]
    Refused(AddressSpace, String),
    /// No form of the row's access reaches the address space on the target.
    #[error("{0} reaches the {1} address space by none of {2}")]
    NoForm(String, AddressSpace, String),
    /// The table of scopes has no such scope.
    #[error("the table of scopes has no {0}")]
    NoScope(String),
    /// Rows refer to each other in a circle, or by a longer chain than tables have.
    #[error("the row for {0} refers to itself")]
    SelfReference(String),
    /// The table has an operation access memory so many times: a fence should not, any other once.
    #[error("the code for {0} accesses memory {1} times")]
    Accesses(String, usize),
    /// A test says that an access is this instruction, which is none.
    #[error("`{1}` is no access of {0}")]
    NoAccess(String, String),
    /// A test names an idiom that the target does not have.
    #[error("{0} has no idiom `${1}`")]
    NoIdiom(String, String),
    /// A test gives an idiom a number that it does not take, or none.
    #[error("the idiom `${0}` {1}")]
    NumberOfIdiom(String, &'static str),
    /// The target has no such barrier.
    #[error("{0} has no {1}")]
    NoBarrier(String, String),
    /// Nothing is told of what a packet processor does for the target.
    #[error("nothing is told of what the packet processor of {0} does at the ends of a dispatch")]
    NoPackets(String),
    /// The target has no DMA operations, or nothing is told of them.
    #[error("nothing is told of DMA operations between memory and LDS of {0}")]
    NoDma(String),
    /// It has no such operation of values of this type.
    #[error("{0} has no `{1}` of {2}")]
    NoDmaOf(String, DmaKind, String),
    /// Its operations are not volatile.
    #[error("nothing is told of volatile DMA operations of {0}")]
    NoVolatileDma(String),
    /// Nothing is told of the host's code for the target.
    #[error("nothing is told of what the host of {0} does")]
    NoHost(String),
    /// A test says that an operation is this instruction, as LLVM spells it, and it is another.
    #[error("{0}")]
    Misspelled(Misspelled),
}

/// The instructions for an operation, in order.
///
/// # Errors
/// Why there are none, which differs from there being nothing to do.
pub fn select(setting: &Setting<'_>, query: &Query) -> Result<Arc<[Selected]>, Missing> {
    if query.op != Op::Fence && query.space == AddressSpace::Local && !setting.configuration.has_lds() {
        return Err(Missing::Refused(query.space, setting.configuration.mode.unwrap_or_default().to_string()));
    }
    let query = setting.looked_up(query);
    let by_table = || select_by_table(setting, &query);
    match setting.instead {
        Some(Instead::Codes(codes)) => codes.get(&query).cloned().unwrap_or_else(by_table),
        Some(Instead::Selected(memo)) => memo.get(&query, by_table),
        Some(Instead::Row(_) | Instead::Scopes(_)) | None => by_table(),
    }
}

fn select_by_table(setting: &Setting<'_>, query: &Query) -> Result<Arc<[Selected]>, Missing> {
    let selected = select_steps(setting, query, 0)?;
    let accesses = selected.iter().filter(|instr| instr.access.is_some()).count();
    if accesses == usize::from(query.op != Op::Fence) {
        Ok(selected.into())
    } else {
        Err(Missing::Accesses(describe(query), accesses))
    }
}

/// The row that an operation's code is from; it may refer to others.
///
/// # Errors
/// Why there is none.
pub fn row<'a>(setting: &Setting<'a>, query: &Query) -> Result<&'a Row, Missing> {
    find_row(setting, &setting.looked_up(query))
}

/// The rows that an operation's code is from: its own, and those that it refers to; none if it has no row.
pub fn rows<'a>(setting: &Setting<'a>, query: &Query) -> Vec<&'a Row> {
    let mut found: Vec<&Row> = Vec::new();
    let mut open = vec![setting.looked_up(query)];
    while let Some(query) = open.pop() {
        let Ok(row) = find_row(setting, &query) else { continue };
        if found.iter().any(|known| known.line == row.line) {
            continue;
        }
        found.push(row);
        let codes = row.cases.iter().flat_map(|case| &case.steps).flat_map(|step| &step.code);
        open.extend(codes.filter_map(|code| match code {
            Code::Same(reference) => Some(Query { op: reference.op, ordering: reference.ordering, ..query }),
            Code::Instr(_) => None,
        }));
    }
    found
}

/// The operation as the tables know it (LLVM 24, AMDGPUUsage, Memory Model and Memory Scopes): private and constant accesses are not
/// atomic (unless the target has private atomics through generic pointers), no scope is wider than workgroup in LDS, and a cluster is an
/// agent where there are none.
pub fn looked_up(configuration: &TargetConfiguration, mut query: Query) -> Query {
    let flat = configuration.target.private_atomics_are_flat && query.ordering.is_some();
    if query.space == AddressSpace::Private && flat {
        query.space = AddressSpace::Generic;
    }
    if matches!(query.space, AddressSpace::Private | AddressSpace::Constant) {
        query.ordering = None;
        query.op = match query.op {
            Op::LoadAtomic => Op::Load,
            Op::StoreAtomic => Op::Store,
            op @ (Op::Load | Op::Store | Op::Atomicrmw | Op::Fence) => op,
        };
    }
    if query.scope.level == ScopeLevel::Cluster && !configuration.target.cluster {
        query.scope.level = ScopeLevel::Agent;
    }
    if query.space == AddressSpace::Local && query.op != Op::Fence {
        query.scope.level = query.scope.level.min(ScopeLevel::Workgroup);
    }
    query
}

/// The operands by which a table of scopes names sync scopes, those of narrower ones first; none if the table has no such table.
pub fn scope_operands(table: &Table) -> Vec<&str> {
    let of_level = |level: &ScopeLevel| {
        let name = table_scope(SyncScope { level: *level, one_as: false });
        let entries = table.scopes.iter().flat_map(|scopes| &scopes.entries);
        entries.filter(move |entry| entry.scopes.contains(&name)).flat_map(|entry| &entry.operands)
    };
    ScopeLevel::ALL.iter().flat_map(of_level).map(|operand| operand.text.as_str()).unique().collect()
}

/// The name of a sync scope in tables of scopes.
fn table_scope(scope: SyncScope) -> String {
    if scope == SyncScope::SYSTEM { "none".to_string() } else { scope.to_string() }
}

/// Rows refer to others at most so often.
const MAX_REFERENCES: u32 = 4;

fn select_steps(setting: &Setting<'_>, query: &Query, depth: u32) -> Result<Vec<Selected>, Missing> {
    if depth > MAX_REFERENCES {
        return Err(Missing::SelfReference(describe(query)));
    }
    let row = find_row(setting, query)?;
    let words = Words { setting, query, form: None };
    if let Some((space, _)) = row.refused.iter().find(|(space, when)| *space == query.space && words.hold(when)) {
        return Err(Missing::Refused(*space, setting.configuration.mode.unwrap_or_default().to_string()));
    }
    let words = Words { form: find_form(setting, query, row)?, ..words };
    let mut selected = Vec::new();
    for case in row.cases.iter().filter(|case| words.hold(&case.when)) {
        for step in &case.steps {
            let placement: Arc<[Placement]> = step.placement.as_slice().into();
            for code in &step.code {
                match code {
                    Code::Same(reference) => selected.extend(select_referred(setting, query, reference, depth)?),
                    Code::Instr(instr) => {
                        let found = words.instr(instr)?;
                        let place = |(mnemonic, operands): (String, Vec<String>)| Selected {
                            mnemonic: mnemonic.into(),
                            operands: operands.into(),
                            access: instr.access(),
                            row: row.line,
                            step: step.number,
                            line: step.line,
                            placement: Arc::clone(&placement),
                        };
                        selected.extend(found.map(place));
                    }
                }
            }
        }
    }
    Ok(selected)
}

fn find_row<'a>(setting: &Setting<'a>, query: &Query) -> Result<&'a Row, Missing> {
    let scope = query.ordering.map(|_| query.scope.level);
    let space = (query.op != Op::Fence).then_some(query.space);
    let rows = setting.rows().filter(|row| row.is_for(query.op, query.ordering, scope, space));
    rows.exactly_one().map_err(|rows| match rows.count() {
        0 => Missing::NoRow(describe(query)),
        several => Missing::Ambiguous(describe(query), several),
    })
}

/// The operation in words: its kind, ordering, scope and address space.
pub fn describe(query: &Query) -> String {
    let ordering = query.ordering.map_or(String::new(), |ordering| format!(" {ordering} {}", query.scope.level));
    let space = if query.op == Op::Fence { String::new() } else { format!(" {}", query.space) };
    format!("{}{ordering}{space}", query.op)
}

/// What the row says that a row refers to.
fn select_referred(
    setting: &Setting<'_>,
    query: &Query,
    reference: &Reference,
    depth: u32,
) -> Result<Vec<Selected>, Missing> {
    let setting = Setting { opencl: setting.opencl && !reference.complete, ..*setting };
    select_steps(&setting, &Query { op: reference.op, ordering: reference.ordering, ..*query }, depth + 1)
}

/// The form of the row's access on the target; `None` if it has none.
fn find_form<'a>(setting: &Setting<'a>, query: &Query, row: &Row) -> Result<Option<&'a str>, Missing> {
    let codes = row.cases.iter().flat_map(|case| &case.steps).flat_map(|step| &step.code);
    let mut offered = codes.filter_map(|code| match code {
        Code::Instr(instr) if !instr.forms.is_empty() => Some(&instr.forms),
        Code::Instr(_) | Code::Same(_) => None,
    });
    let Some(offered) = offered.next() else { return Ok(None) };
    let target = setting.configuration.target;
    match target.forms(query.space).iter().find(|form| offered.contains(form)) {
        Some(form) => Ok(Some(form)),
        None => Err(Missing::NoForm(target.name.clone(), query.space, offered.join("/"))),
    }
}

/// What is true of an operation in a setting.
#[derive(Clone, Copy)]
struct Words<'a> {
    setting: &'a Setting<'a>,
    query: &'a Query,
    form: Option<&'a str>,
}

impl Words<'_> {
    fn hold(&self, when: &crate::syntax::table::cond::Cond) -> bool {
        when.holds(|word| self.is_true(word))
    }

    /// Whether a word of a condition is true. Words that mean nothing are refused when the table is read, so that the last are targets and modes.
    fn is_true(&self, word: &str) -> bool {
        let argument = |form: &str| word.strip_prefix(form).and_then(|rest| rest.strip_suffix(')'));
        if let Some(space) = argument("as(") {
            return space == self.query.space.as_str();
        }
        if let Some(level) = argument("scope(") {
            return level == self.query.scope.level.as_str();
        }
        if let Some(form) = argument("op(") {
            return self.form == Some(form);
        }
        match word {
            "opencl" => self.setting.opencl,
            "return" => self.query.returns,
            "volatile" => self.query.volatile,
            "nontemporal" => self.query.nontemporal,
            word => self.setting.configuration.is(word),
        }
    }

    /// The name and operands of an instruction, if it is emitted: a wait of which no counter is left is not.
    fn instr(&self, instr: &Instr) -> Result<Option<(String, Vec<String>)>, Missing> {
        if !self.hold(&instr.when) {
            return Ok(None);
        }
        let mut operands = Vec::new();
        for operand in instr.operands.iter().filter(|operand| self.hold(&operand.when)) {
            match operand.text.as_str() {
                SCOPE_OF_TABLE => operands.extend(self.scope()?),
                text => operands.push(text.to_string()),
            }
        }
        let counts = instr.operands.iter().any(|operand| operand.text.ends_with(')'));
        if counts && operands.is_empty() {
            return Ok(None);
        }
        let target = self.setting.configuration.target;
        let mnemonic = match (instr.access(), self.form) {
            (None, _) => instr.name.clone(),
            (Some(access), form) => form
                .and_then(|form| target.mnemonic(form, access))
                .ok_or_else(|| Missing::NoForm(target.name.clone(), self.query.space, instr.spelling()))?,
        };
        Ok(Some((mnemonic, operands)))
    }

    /// The operands that the table of scopes gives; one for a scope level is for its `one-as` form too where that is not listed.
    fn scope(&self) -> Result<Vec<String>, Missing> {
        let scope = self.query.scope;
        let names = [table_scope(scope), table_scope(SyncScope { one_as: false, ..scope })];
        let entries = self.setting.scopes().iter().flat_map(|scopes| &scopes.entries).collect::<Vec<_>>();
        let find = |name: &String| entries.iter().find(|entry| entry.scopes.contains(name));
        let entry = names.iter().find_map(find).ok_or_else(|| Missing::NoScope(names[0].clone()))?;
        let given = |operand: &&Operand| self.hold(&operand.when);
        Ok(entry.operands.iter().filter(given).map(|operand| operand.text.clone()).collect())
    }
}
