//! Functions without a body: whether they can do more than give a value.

use kulan_llvm::words::Linkage;
use kulan_llvm::{Call, GlobalId, GlobalKind, Module, Operand};

use crate::points_to::{Analysis, ContextId, Object};

/// What a function without a body might do besides giving a value.
pub enum Doubt {
    /// It does not return once, as others do.
    Returns(&'static str),
    /// It changes something.
    Changes(String),
}

/// What a function without a body might do besides giving a value. None if there is nothing.
pub fn may_change(
    module: &Module,
    analysis: &Analysis<'_>,
    (context, call): (ContextId, &Call),
    callee: GlobalId,
) -> Option<Doubt> {
    let function = module.function(callee)?;
    let has =
        |word: &str| module.has_attribute(function.attributes, word) || module.has_attribute(call.attributes, word);
    if has("returns_twice") {
        return Some(Doubt::Returns("it may return more than once"));
    }
    if has("noreturn") {
        return Some(Doubt::Returns("where it goes instead of returning is not known"));
    }
    if module.writes_nothing(function.attributes) || module.writes_nothing(call.attributes) {
        return None;
    }
    if call.arguments.iter().any(|&o| is_changeable(module, analysis, context, o)) {
        return Some(Doubt::Changes("it may change what it is given".into()));
    }
    let (id, global) = module.globals.iter().find(|&(id, _)| is_visible(module, id))?;
    let what = if matches!(global.kind, GlobalKind::Function(_)) { "call" } else { "change" };
    let name = module.source_global(id).map_or(module.global_name(id), |s| s.name);
    Some(Doubt::Changes(format!("it may {what} {name}")))
}

/// Whether something can be written or called by way of an argument.
fn is_changeable(module: &Module, analysis: &Analysis<'_>, context: ContextId, operand: Operand) -> bool {
    // A function that only this call mentions is no object of the analysis.
    if module.global_behind(operand).is_some_and(|g| module.function(g).is_some()) {
        return true;
    }
    analysis.targets(context, operand).into_iter().any(|target| match analysis.objects[target] {
        Object::Global(g) => !module.variable(g).is_some_and(|v| v.constant),
        Object::Number(_) => false,
        Object::Function(_) | Object::Alloca(..) | Object::Heap(..) | Object::Outside(..) => true,
    })
}

/// Whether other parts of a program can name a variable that can change, or a function that may change something.
fn is_visible(module: &Module, id: GlobalId) -> bool {
    let global = &module.globals[id];
    let is_own = matches!(global.linkage, Linkage::Internal | Linkage::Private);
    match &global.kind {
        GlobalKind::Variable(variable) => !is_own && !variable.constant,
        GlobalKind::Function(function) => !is_own && !function.is_declaration() && module.global_name(id) != "main",
        _ => false,
    }
}
