//! Whether an instruction has the operands that it has in assembly: their number, their registers, and the words behind them.

use super::awaited::{has_counters, waits_for_numbers};
use super::behind::{has_words, has_words_of_caches, has_words_with, is_in_order, other_word};
use super::descriptions::{Description, Does, Form, Results, Role, SwapData};
use super::instructions::instructions;
use super::line::{Instruction, Operand, RegisterFile, Unit};
use super::patterns::field;
use super::shapes::{Place, Places, Registers, Unfit, fit};
use super::translate::Misspelled;
use super::words::{form_of, kind_of, roles_of};
use crate::targets::{Access, Target};
use itertools::Itertools;

/// Refuses an instruction of assembly that no assembler for a target takes, as far as its description tells: one that is not described has any operands.
///
/// # Errors
/// Which operand is another, and what would be one.
pub fn suits(part: &Instruction, target: &Target) -> Result<(), Misspelled> {
    is_as_described(part, target)?;
    has_registers(part, target)
}

/// Refuses operands and words that an instruction which is described has not.
fn is_as_described(part: &Instruction, target: &Target) -> Result<(), Misspelled> {
    let plain = instructions().plain(&part.mnemonic);
    if let Some(scalar) = target.scalar.get(plain) {
        let files = &[RegisterFile::Scalar, RegisterFile::Vcc];
        let registers = Registers { files, words: scalar.bits.div_ceil(32), even: false, ..registers_of(target) };
        stands_as_told(part, target, registers)?;
        is_in_order(part, form_of(part))?;
        let addresses = part.operands.get(1..).unwrap_or_default();
        return has_words_with(part, target, (addresses, registers));
    }
    let registers = registers_of(target);
    let Some(description) = instructions().of_name(plain) else {
        return has_words(part, part.modifiers.iter().map(String::as_str), target);
    };
    match description.does {
        Does::Load | Does::Store | Does::Atomic | Does::Cmpxchg | Does::LoadToLds | Does::StoreFromLds => {
            let form = instructions().form(form_of(part)).ok_or_else(|| Misspelled::Operands(part.mnemonic.clone()))?;
            if !form.has_numbers(target) && part.operands.iter().any(|operand| matches!(operand, Operand::Int(_))) {
                return Err(Misspelled::Operands(part.mnemonic.clone()));
            }
            let accumulators = instructions().has_accumulators(target);
            let files = [RegisterFile::Vector, RegisterFile::Accumulator];
            let files = if accumulators { &files[..] } else { &files[..1] };
            let registers = Registers { files, words: description.bits.div_ceil(32), ..registers };
            let alternatives = alternatives(part, description, (form, target));
            one_fits(part, alternatives.iter().map(Vec::as_slice), registers)?;
            if matches!(description.does, Does::Atomic | Does::Cmpxchg) {
                returns_as_told(part, description, form)?;
            }
            let addresses = addresses(part, &roles(part, description, form));
            has_words_with(part, target, (&addresses, registers))?;
            is_in_order(part, form_of(part))
        }
        Does::Wait => {
            has_counters(part, description, target)?;
            is_spelled(part, target, registers)?;
            waits_for_numbers(part, target)
        }
        Does::Cache => has_words_of_caches(part, target),
        Does::Copy
        | Does::Not
        | Does::Compute
        | Does::Compare
        | Does::Select
        | Does::ReadLane
        | Does::WriteLane
        | Does::SaveExec => {
            is_of_its_unit(part, plain, description)?;
            is_spelled(part, target, registers)?;
            has_widths(part, plain, description)
        }
        Does::Barrier
        | Does::BarrierInit
        | Does::BarrierJoin
        | Does::BarrierLeave
        | Does::BarrierSignal
        | Does::BarrierSignalIsfirst
        | Does::BarrierWait
        | Does::Nothing
        | Does::Branch
        | Does::Return => is_spelled(part, target, registers),
        Does::Opaque => has_words(part, part.modifiers.iter().map(String::as_str), target),
    }
}

/// How registers of a target are numbered, of an instruction that accesses no value.
fn registers_of(target: &Target) -> Registers<'static> {
    let masks = if instructions().has_wave64(target) { 2 } else { 1 };
    let (even, null) = (instructions().numbers_evenly(target), instructions().has_null(target));
    Registers { files: &[], words: 0, even, null, masks }
}

/// Refuses registers that a target has not, and several that begin with one that so many do not begin with.
fn has_registers(part: &Instruction, target: &Target) -> Result<(), Misspelled> {
    let registers = registers_of(target);
    let is_there = |operand: &&Operand| match operand {
        Operand::Registers(units) => {
            let has = |(file, number): &Unit| {
                let is_there = *file != RegisterFile::Null || registers.null;
                is_there && instructions().registers_of(*file, target).is_none_or(|all| *number < all)
            };
            units.iter().all(has) && registers.may_begin(units)
        }
        Operand::Int(_) | Operand::Word(_) => true,
    };
    match part.operands.iter().find(|operand| !is_there(operand)) {
        Some(operand) => Err(Misspelled::NoRegister(part.mnemonic.clone(), operand.to_string())),
        None => Ok(()),
    }
}

/// Refuses an atomic that has a register for what it finds, and no word that says so, or the other way round.
fn returns_as_told(part: &Instruction, description: &Description, form: &Form) -> Result<(), Misspelled> {
    // Names tell, or the register is that of the data.
    if form.returns.is_some() || form.result_in_data {
        return Ok(());
    }
    let has_result = part.operands.len() > roles_of(part, form, description).len();
    match (part.modifiers.iter().find(|word| instructions().is_returning(word)), has_result) {
        (Some(word), false) => Err(Misspelled::Word(part.mnemonic.clone(), word.clone())),
        (None, true) => Err(Misspelled::ReturnsUnsaid(part.mnemonic.clone())),
        (Some(_), true) | (None, false) => Ok(()),
    }
}

/// Refuses operands, fields and words that an instruction has not of which all three are told by its name.
fn is_spelled(part: &Instruction, target: &Target, registers: Registers<'_>) -> Result<(), Misspelled> {
    if let Some(fields) = instructions().fields(instructions().plain(&part.mnemonic)) {
        fields.are_said(part).map_err(|word| other_word(part, word))?;
        // Of one that is said twice assemblers take the last, or none.
        let names = part.words().filter_map(field).map(|(name, _)| name);
        return match names.duplicates().next() {
            Some(name) => Err(Misspelled::Twice(part.mnemonic.clone(), name.to_string())),
            None => Ok(()),
        };
    }
    stands_as_told(part, target, registers)?;
    has_words(part, part.modifiers.iter().map(String::as_str), target)
}

/// Refuses operands that stand in none of the ways that are told by the name of an instruction.
fn stands_as_told(part: &Instruction, target: &Target, registers: Registers<'_>) -> Result<(), Misspelled> {
    let ways =
        instructions().operands(&part.mnemonic, target).ok_or_else(|| Misspelled::Operands(part.mnemonic.clone()))?;
    one_fits(part, ways.iter().map(Places::places), registers)
}

/// Refuses vector registers of what the scalar unit computes, and other results of what the vector unit does.
fn is_of_its_unit(part: &Instruction, plain: &str, description: &Description) -> Result<(), Misspelled> {
    let is_vector = |operand: &Operand| match operand {
        Operand::Registers(units) => {
            units.iter().any(|(file, _)| matches!(file, RegisterFile::Vector | RegisterFile::Accumulator))
        }
        Operand::Int(_) | Operand::Word(_) => false,
    };
    let other = match instructions().result(plain, description) {
        Results::Scalar => part.operands.iter().position(is_vector).map(|at| (at, "s0")),
        Results::Vector => part.operands.first().filter(|first| !is_vector(first)).map(|_| (0, "v0")),
        Results::Either => None,
    };
    let Some((at, like)) = other else { return Ok(()) };
    let found = part.operands[at].to_string();
    Err(Misspelled::Operand(part.mnemonic.clone(), at + 1, format!("`{like}`"), found))
}

/// Refuses registers of the wave that are more or fewer than the name of an instruction of the scalar unit says.
fn has_widths(part: &Instruction, plain: &str, description: &Description) -> Result<(), Misspelled> {
    if instructions().result(plain, description) != Results::Scalar {
        return Ok(());
    }
    let (all, like) = if plain.ends_with("64") { (2, "`s[0:1]`") } else { (1, "`s0`") };
    let is_of_wave = |(file, _): &Unit| matches!(file, RegisterFile::Scalar | RegisterFile::Vcc | RegisterFile::Exec);
    let is_other = |operand: &Operand| match operand {
        Operand::Registers(units) => units.iter().all(is_of_wave) && units.len() != all,
        Operand::Int(_) | Operand::Word(_) => false,
    };
    match part.operands.iter().position(is_other) {
        Some(at) => {
            let found = part.operands[at].to_string();
            Err(Misspelled::Operand(part.mnemonic.clone(), at + 1, like.to_string(), found))
        }
        None => Ok(()),
    }
}

/// The operands of an access, that for its result among them, if it has one.
fn roles(part: &Instruction, description: &Description, form: &Form) -> Vec<Role> {
    let mut roles = roles_of(part, form, description);
    let returns = match &form.returns {
        Some(word) => part.mnemonic.contains(word.as_str()),
        None => part.operands.len() > roles.len(),
    };
    if kind_of(description) == Access::Atomic && returns {
        roles.insert(0, Role::Result);
    } else if is_dma(part, description) && !description.lds_operand && roles.first() == Some(&Role::Result) {
        roles.remove(0);
    }
    roles
}

/// The operands of an access that say where it is.
fn addresses(part: &Instruction, roles: &[Role]) -> Vec<Operand> {
    let operands = part.operands.iter().zip(roles);
    operands
        .filter(|(_, role)| matches!(role, Role::Address | Role::Resource))
        .map(|(operand, _)| operand.clone())
        .collect()
}

/// What stands in each place of an access, in any of the ways in which its form makes an address.
fn alternatives(part: &Instruction, description: &Description, (form, target): (&Form, &Target)) -> Vec<Vec<Place>> {
    let is_dma = is_dma(part, description);
    let roles = roles(part, description, form);
    let value = |role: Role| match (is_dma, role, description.data) {
        (true, _, _) => Place::lds_address(),
        (false, Role::Data, Some(SwapData::Together)) => Place::pair(),
        (false, _, _) => Place::value(),
    };
    let with = |addresses: &[Place]| {
        let mut addresses = addresses.iter().cloned();
        let place = |role: &Role| match role {
            Role::Result | Role::Data => Some(value(*role)),
            Role::Address | Role::Resource => addresses.next(),
        };
        roles.iter().filter_map(place).collect()
    };
    let count = roles.iter().filter(|role| matches!(role, Role::Address | Role::Resource)).count();
    let also = form.at_on.get(target.memory()).into_iter().flatten();
    let ways = form.at.iter().chain(also).map(|addresses| addresses.places());
    ways.filter(|addresses| addresses.len() == count).map(with).collect()
}

/// Whether an access moves between memory and LDS.
fn is_dma(part: &Instruction, description: &Description) -> bool {
    let is_own = matches!(description.does, Does::LoadToLds | Does::StoreFromLds);
    let is_to_lds = || part.modifiers.iter().any(|word| instructions().is_to_lds(word));
    is_own || description.does == Does::Load && is_to_lds()
}

/// Refuses operands that fit none of several lists of places, by that of which the most fit.
fn one_fits<'p>(
    part: &Instruction,
    alternatives: impl Iterator<Item = &'p [Place]>,
    registers: Registers<'_>,
) -> Result<(), Misspelled> {
    let mut nearest = None;
    for places in alternatives {
        match fit(&part.operands, places, registers) {
            Ok(()) => return Ok(()),
            Err(Unfit::Number) => {}
            Err(Unfit::At(at, like)) => match nearest {
                Some((known, _)) if known >= at => {}
                Some(_) | None => nearest = Some((at, like)),
            },
        }
    }
    let name = part.mnemonic.clone();
    Err(match nearest {
        Some((at, like)) => Misspelled::Operand(name, at + 1, like, part.operands[at].to_string()),
        None => Misspelled::Operands(name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::instruction;
    use crate::syntax::source::Span;
    use crate::targets::TargetConfiguration;

    /// Nothing that is described has whatever operands.
    #[test]
    fn operands_are_told_of_what_is_no_access_by_a_form() {
        let targets = crate::targets::known_targets();
        for name in instructions().names() {
            let does = instructions().of_name(&name).expect("it is described").does;
            let is_told = targets.iter().all(|target| instructions().operands(&name, target).is_some())
                || instructions().fields(&name).is_some();
            assert!(is_told || does.is_access() || does == Does::Cache, "{name}");
        }
    }

    #[test]
    fn every_target_has_registers() {
        for target in crate::targets::known_targets() {
            let number = instructions().registers_of(RegisterFile::Scalar, target);
            assert!(number.is_some_and(|number| number > 0), "{}", target.name);
        }
    }

    #[test]
    fn what_stands_behind_an_instruction_is_looked_at() {
        let told = |target: &str, text: &str| {
            let target = TargetConfiguration::parse(target).expect("a target").target;
            let part = instruction(text, Span::default()).expect("an instruction");
            suits(&part, target).map_or_else(|wrong| wrong.to_string(), |()| "suits".to_string())
        };
        let all = [
            ("gfx10", "s_waitcnt vmcnt(0) & lgkmcnt(0)"),
            ("gfx10", "s_waitcnt 0"),
            ("gfx10", "s_waitcnt vmcnt(0) bogus"),
            ("gfx10", "s_waitcnt vmcnt(0) vmcnt(1)"),
            ("gfx10", "s_waitcnt vmcnt(0), v0"),
            ("gfx10", "s_waitcnt vmcnt(0) 5"),
            ("gfx10", "s_waitcnt vmcnt(0) &"),
            ("gfx10", "s_waitcnt"),
            ("gfx10", "s_waitcnt vscnt(0)"),
            ("gfx10", "s_waitcnt_vscnt null, 0x0"),
            ("gfx10", "s_waitcnt_vscnt null, 0x0 bogus"),
            ("gfx10", "s_waitcnt_vscnt null, 0x0 glc"),
            ("gfx10", "s_waitcnt_depctr depctr_vm_vsrc(0)"),
            ("gfx10", "s_waitcnt_depctr vm_vsrc(0)"),
            ("gfx10", "s_setpc_b64 s[30:31] bogus"),
            ("gfx10", "s_setpc_b64 s30"),
            ("gfx10", "s_branch .L bogus"),
            ("gfx10", "s_branch v0"),
            ("gfx10", "s_branch a(b)"),
            ("gfx7", "s_mov_b32 flat_scratch_lo, s13"),
            ("gfx7", "s_mov_b32 bogus, s13"),
            ("gfx10", "s_cbranch_scc0 .L"),
            ("gfx10", "s_nop"),
            ("gfx10", "s_nop 0 bogus"),
            ("gfx10", "s_sleep v0"),
            ("gfx10", "v_mov_b32 v4, 1, v0"),
            ("gfx10", "v_mov_b32_dpp v4, v0 row_shl:1 row_mask:0xf bank_mask:0xf"),
            ("gfx10", "v_mov_b32 v4, v0 row_shl:1 row_mask:0xf bank_mask:0xf"),
            ("gfx10", "v_mov_b32 v4, v0 bogus"),
            ("gfx10", "v_mov_b32 v[4:5], v0"),
            ("gfx10", "v_add_co_u32 v0, vcc_lo, v1, v2"),
            ("gfx10", "v_add_nc_u32 v0, v1, v2, v3"),
            ("gfx10", "v_cndmask_b32_e32 v0, v1, v2, vcc_lo"),
            ("gfx10", "v_cndmask_b32_e64 v0, v1, v2, v3"),
            ("gfx10", "v_cmp_eq_u32_e32 vcc_lo, v0, v1"),
            ("gfx10", "v_cmp_eq_u32_e64 v2, v0, v1"),
            ("gfx10", "v_cmpx_eq_u32_e32 v0, v1"),
            ("gfx10", "s_mov_b32 s0, 0, s7"),
            ("gfx10", "s_mov_b32 s0, 0 bogus"),
            ("gfx10", "s_and_saveexec_b32 s0, vcc_lo, s1"),
            ("gfx12", "s_barrier_signal -1 bogus"),
            ("gfx12", "s_barrier_wait m0"),
            ("gfx12", "s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)"),
            ("gfx12", "s_delay_alu foo"),
            ("gfx12", "s_delay_alu instid0(VALU_DEP_9)"),
            ("gfx125x", "global_prefetch_b8 v0, s[2:3] offset:8 scope:SCOPE_SYS"),
            ("gfx125x", "global_prefetch_b8 v0, s[2:3] bogus"),
            ("gfx125x", "s_prefetch_data s[2:3], 0, s1, 7"),
            ("gfx125x", "s_prefetch_data s[2:3], 0, s1, 7 bogus"),
            ("gfx7", "s_mov_b32 s103, 0"),
            ("gfx9", "s_mov_b32 s102, 0"),
            ("gfx10", "s_mov_b32 s106, 0"),
            ("gfx125x", "v_mov_b32 v256, v1"),
            ("gfx90a", "v_accvgpr_write_b32 a256, v1"),
            ("gfx9", "v_lshlrev_b64 v[1:2], 1, v[2:3]"),
            ("gfx90a", "v_lshlrev_b64 v[1:2], 1, v[2:3]"),
            ("gfx10", "s_mov_b64 s[1:2], 0"),
            ("gfx10", "s_bfe_u64 s[1:2], s[2:3], 0"),
            ("gfx942", "s_or_b64 exec, exec, s2"),
            ("gfx942", "s_or_b64 exec, exec, s[3:3]"),
            ("gfx942", "s_or_b64 exec, exec, s[2:3]"),
            ("gfx942", "s_and_saveexec_b64 s[2:3], vcc_lo"),
            ("gfx942", "v_cmp_eq_u32_e32 vcc_lo, 1, v2"),
            ("gfx942", "v_cndmask_b32_e64 v0, v1, v2, s3"),
            ("gfx10", "v_cndmask_b32_e64 v0, v1, v2, s[2:3]"),
            ("gfx10", "s_mov_b32 s0, exec"),
            ("gfx10", "s_mov_b64 null, exec"),
            ("gfx942", "buffer_inv sc1 offset:0"),
            ("gfx12", "global_wb scope:SCOPE_DEV offset:0"),
            ("gfx942", "v_nop junk"),
            ("gfx942", "v_nop"),
            ("gfx9", "global_load_dword v5, v[2:3], off offset:8 glc"),
            ("gfx9", "global_load_dword v5, v[2:3], off glc offset:8"),
            ("gfx9", "buffer_load_dword v1, v0, s[0:3], 0 offen offset:8 glc"),
            ("gfx9", "buffer_load_dword v1, v0, s[0:3], 0 offset:8 offen"),
            ("gfx9", "buffer_load_dword v1, v0, s[0:3], 0 idxen"),
            ("gfx9", "global_load_dword v5, v[2:3], off off glc"),
            ("gfx9", "global_load_dword v5, v2, s[0:1] offen"),
            ("gfx9", "global_load_dword v5, v2, s[0:1] idxen"),
            ("gfx9", "flat_load_dword v5, v[2:3] off"),
            ("gfx9", "buffer_wbinvl1_vol"),
            ("gfx9", "buffer_wbinvl1_vol offen"),
            ("gfx10", "buffer_gl0_inv addr64"),
            ("gfx10", "buffer_gl0_inv v0"),
            ("gfx12", "global_inv scope:SCOPE_DEV off"),
            ("gfx12", "s_wait_loadcnt 0x0 &"),
            ("gfx12", "s_wait_storecnt_dscnt 0x0 foo"),
            ("gfx9", "global_load_dword v5, v2, s[0:1] scale_offset"),
            ("gfx12", "global_load_b32 v5, v2, s[0:1] scale_offset"),
            ("gfx125x", "global_load_b32 v5, v2, s[0:1] scale_offset"),
            ("gfx125x", "global_load_b32 v5, v[2:3], off scale_offset"),
            ("gfx125x", "flat_store_b32 v2, v5, s[0:1] scale_offset"),
            ("gfx125x", "scratch_load_b32 v5, v2, off scale_offset"),
            ("gfx125x", "s_load_b32 s5, s[0:1], s2 scale_offset"),
            ("gfx125x", "s_buffer_load_b32 s5, s[0:3], s4 scale_offset"),
            ("gfx9", "buffer_load_dword v5, v[2:3], s[0:3], 0 addr64"),
            ("gfx9", "buffer_load_dword v5, v[2:3], s[0:3], 0 idxen offen offset:8 slc"),
            ("gfx9", "buffer_load_dword v5, off, s[0:3], 0 offen"),
            ("gfx8", "flat_load_dword v5, v[2:3] offset:8"),
            ("gfx9", "ds_read_b32 v0, v1 glc"),
            ("gfx10", "ds_write_b32 v0, v1 dlc"),
            ("gfx942", "ds_add_rtn_u32 v0, v1, v2 sc0"),
            ("gfx12", "ds_load_b32 v0, v1 scope:SCOPE_DEV"),
            ("gfx9", "ds_read_b32 v0, v1 offset:8 gds"),
            ("gfx942", "ds_read_b32 v0, v1 gds"),
            ("gfx942", "buffer_inv sc0 sc1"),
            ("gfx942", "buffer_inv sc0, sc1"),
            ("gfx942", "buffer_inv sc1 glc"),
            ("gfx12", "global_inv scope:SCOPE_DEV, foo"),
            ("gfx12", "global_wb foo"),
            ("gfx12", "global_wb"),
            ("gfx90a", "buffer_wbl2 sc1"),
            ("gfx90a", "global_load_dword v5, v2, s[0:1] sc1"),
            ("gfx90a", "global_load_dword v5, v2, s[0:1] glc slc scc"),
            ("gfx9", "global_load_dword v5, v2, s[0:1] dlc"),
            ("gfx12", "global_load_b32 v5, v2, s[0:1] th:TH_STORE_NT"),
            ("gfx9", "v_add_u32_e32 v0, v1, v2 foo"),
            ("gfx9", "v_add_u32_e32 v0, v1, v2 clamp"),
            ("gfx9", "v_add_u32_e64 v0, v1, v2 clamp"),
            ("gfx9", "v_perm_b32 v0, v1, v2, v3 foo"),
            ("gfx9", "v_mad_u32_u24 v0, v1, v2, v3 clamp"),
            ("gfx9", "s_bfe_u32 s0, s1, s2 clamp"),
            ("gfx9", "s_load_dword s0, s[2:3], 0x0 foo"),
            ("gfx9", "s_load_dword s0, s[2:3], 0x0 glc"),
            ("gfx942", "s_load_dword s0, s[2:3], 0x0 sc0"),
            ("gfx6", "s_load_dword s0, s[2:3], 0x0 glc"),
            ("gfx9", "s_load_dword s0, s[2:3], s4 offset:8"),
            ("gfx9", "s_load_dword s0, s[2:3], 0x0 offset:8"),
            ("gfx9", "v_cmp_eq_u32_e32 null, v0, v1"),
            ("gfx9", "v_cmp_eq_u32_e64 null, v0, v1"),
            ("gfx10", "v_cmp_eq_u32_e32 null, v0, v1"),
            ("gfx10", "v_cmp_eq_u32_e64 null, v0, v1"),
            ("gfx9", "v_cmp_eq_u32_e32 s[0:1], v0, v1"),
            ("gfx9", "v_cmpx_eq_u32_e32 vcc, v0, v1"),
            ("gfx9", "v_cmpx_eq_u32_e32 v0, v1"),
            ("gfx9", "v_cmpx_eq_u32_e32 null, v0, v1"),
            ("gfx9", "v_cmpx_eq_u32_e64 v0, v1"),
            ("gfx10", "v_cmpx_eq_u32_e32 null, v0, v1"),
            ("gfx10", "v_cmpx_eq_u32_e64 s0, v0, v1"),
            ("gfx9", "s_mov_b32 s0, null"),
            ("gfx10", "v_cndmask_b32_e32 v0, v1, v2, null"),
            ("gfx10", "v_cndmask_b32_e64 v0, v1, v2, null"),
            ("gfx9", "v_add_co_u32_e32 v0, s[0:1], v1, v2"),
            ("gfx9", "v_add_co_u32_e64 v0, s[0:1], v1, v2"),
            ("gfx9", "v_add_co_u32_e64 v0, m0, v1, v2"),
            ("gfx12", "s_cmp_u_f32 s0, s1"),
        ];
        insta::assert_snapshot!(all.map(|(target, text)| format!("{text}: {}", told(target, text))).join("\n"));
    }

    #[test]
    fn what_a_unit_computes_is_in_its_registers() {
        let target = TargetConfiguration::parse("gfx942").expect("a target").target;
        let told = |text: &str| {
            let part = instruction(text, Span::default()).expect("an instruction");
            suits(&part, target).map_or_else(|wrong| wrong.to_string(), |()| "suits".to_string())
        };
        let right = [
            "s_mov_b32 s7, s0",
            "s_and_saveexec_b64 s[0:1], vcc",
            "s_or_b64 exec, exec, s[2:3]",
            "v_mov_b32_e32 v0, s0",
            "v_accvgpr_write_b32 a0, v1",
            "v_readfirstlane_b32 s0, v1",
            "v_cmp_eq_u32_e64 s[0:1], v0, v1",
        ];
        assert_eq!(right.map(told), ["suits"; 7]);
        assert_eq!(told("s_mov_b32 s7, v0"), "operand 2 of `s_mov_b32` is one like `s0`, and not `v0`");
        assert_eq!(told("s_add_i32 s7, s1, a0"), "operand 3 of `s_add_i32` is one like `s0`, and not `a0`");
        assert_eq!(told("v_add_u32_e32 s0, v0, v1"), "operand 1 of `v_add_u32_e32` is one like `v0`, and not `s0`");
    }
}
