//! Named barriers in a module. Their numbers are given where a kernel reaches them: one calls the functions of all threads. And they are told by functions that
//! do no more than join one each, so that nothing has to be known of how they are given.

use super::Module;
use crate::compiler::{NotModelled, joining};
use crate::foreign::ir::spelled;
use crate::program::{Barrier, BarrierId, BarrierObject, BarrierOperation, Executor};

/// The named barriers of a program, the functions that join them, and the kernel; nothing where there are none.
pub fn write(module: &mut Module<'_>) -> Result<String, NotModelled> {
    let program = module.program;
    if program.barriers.is_empty() {
        return Ok(String::new());
    }
    let mut text = "\n".to_string();
    for of in &program.barriers {
        text += &format!("{}\n", super::release::named_barrier(&spelled(&of.name)));
    }
    for barrier in program.barriers.indices() {
        text += &joins(module, barrier)?;
    }
    Ok(text + &kernel(module))
}

fn joins(module: &mut Module<'_>, barrier: BarrierId) -> Result<String, NotModelled> {
    let of = &module.program.barriers[barrier];
    let join = Barrier { object: BarrierObject::Named(barrier), operation: BarrierOperation::Join };
    let Some(calls) = module.barrier(join) else {
        return Err(NotModelled::new(of.span, "named barriers are not compiled: the release has none"));
    };
    let calls: String = calls.iter().map(|call| format!("  {call}\n")).collect();
    Ok(format!("\ndefine void @{}() #0 {{\n{calls}  ret void\n}}\n", spelled(&joining(&of.name))))
}

/// It is not run: its calls are what makes the barriers those of one kernel.
fn kernel(module: &Module<'_>) -> String {
    let program = module.program;
    let passed =
        |argument: &super::Argument| format!("{} poison", module.pointer_type(argument.object, argument.space));
    let passed = module.arguments.iter().map(passed).collect::<Vec<_>>().join(", ");
    let threads = program.threads.iter().filter(|thread| thread.by == Executor::Wave);
    let threads = threads.map(|thread| format!("  call void @{}({passed})\n", spelled(&thread.name)));
    let joins = program.barriers.iter().map(|of| format!("  call void @{}()\n", spelled(&joining(&of.name))));
    let calls: String = threads.chain(joins).collect();
    format!("\ndefine amdgpu_kernel void @litmus.kernel() #0 {{\n{calls}  ret void\n}}\n")
}
