//! Random systems.

use kulan_ir::expr::mask;
use kulan_ir::{
    BinaryOp, Check, CheckKind, Display, Expr, ExprId, GuardId, Input, Invariant, Message, MessageKind, Owner, Process,
    ProcessId, Role, Step, System, Target, Thread, ThreadId, Transition, Update, VarId, Variable,
};
use rustc_hash::FxHashMap;

use crate::{Random, expr};

/// How large random systems become.
#[derive(Copy, Clone, Debug)]
pub struct Size {
    /// Threads, at most.
    pub threads: usize,
    /// Variables beside program counters, at most.
    pub variables: usize,
    /// Elements of an array, at most.
    pub elements: usize,
    /// Transitions, at most.
    pub transitions: usize,
    /// Depth of expressions.
    pub depth: usize,
    /// Bits of variables beside program counters, at most.
    pub width: u8,
}

impl Default for Size {
    fn default() -> Size {
        Size { threads: 3, variables: 6, elements: 9, transitions: 14, depth: 3, width: 64 }
    }
}

/// Locations of a thread.
const LOCATIONS: usize = 4;

/// A system of a seed.
pub fn system(seed: u64, size: Size) -> System {
    let mut random = Random::new(seed);
    let mut draft = Draft { system: System::new(format!("seed {seed}")), size, simple: random.percent(60), random };
    draft.threads();
    draft.variables();
    for _ in 0..draft.random.between(1, size.transitions) {
        draft.transition();
    }
    draft.system.valid_end = draft.truth();
    if draft.random.percent(30) {
        draft.error_state();
    }
    if draft.random.percent(20) {
        draft.invariants();
    }
    draft.system
}

/// Whether every transition after which a thread goes on alone moves its own thread forward. Otherwise a thread may run
/// alone in circles, and how often what it meets there counts is nobody's business.
pub fn goes_forward(system: &System) -> bool {
    system.transitions.iter().filter(|t| t.continues.is_some()).all(|t| {
        let pc = system.threads[t.thread.index()].program_counter;
        let value = |u: &Update| (Some(u.target) == pc.map(Target::Var)).then(|| system.exprs.as_const(u.value));
        let to = t.updates.iter().rev().find_map(value).flatten();
        system.location_of(t).zip(to).is_some_and(|(from, to)| from < to)
    })
}

/// A system of a seed in which one thread runs round and round, alone most of the time: what it computes on the way tells
/// how many states there are.
pub fn round(seed: u64) -> System {
    let size = Size { threads: 1, variables: 4, elements: 3, transitions: 6, depth: 2, width: 64 };
    let mut system = system(seed, size);
    // Only steps that stand by themselves lead to where errors do, and observers go nowhere.
    system.error_state = None;
    system.transitions.retain(|t| !t.is_observer());
    let owner = Owner::Thread(ThreadId(0));
    let (name, initial, display) = ("at".to_string(), vec![0], Display::Hidden);
    let pc = Variable { name, width: 3, signed: false, elements: None, owner, initial, display };
    let pc = system.add_variable(pc);
    system.threads[0].program_counter = Some(pc);
    let last = system.transitions.len() - 1;
    for i in 0..=last {
        let read = system.read(pc);
        let here = system.exprs.eq_const(read, i as u64);
        system.guards.push(here);
        let there = if i == last { 0 } else { i as u64 + 1 };
        let value = system.exprs.constant(3, there);
        let guard = GuardId(system.guards.len() as u32 - 1);
        let transition = &mut system.transitions[i];
        transition.guards = vec![guard];
        transition.role = Role::Step;
        transition.continues = (i < last).then_some(ThreadId(0));
        transition.updates.push(Update { target: Target::Var(pc), value });
    }
    system
}

struct Draft {
    system: System,
    random: Random,
    size: Size,
    /// Whether expressions are simplified, as front-ends build them.
    simple: bool,
}

impl Draft {
    fn threads(&mut self) {
        let count = self.random.between(1, self.size.threads);
        for i in 0..count {
            let own = i == 0 || self.random.percent(60);
            if own {
                self.system.processes.push(Process { name: format!("p{i}") });
            }
            let process = ProcessId(self.system.processes.len() as u32 - 1);
            let name = format!("t{i}");
            self.system.threads.push(Thread {
                name,
                process,
                program_counter: None,
                idle: None,
                locations: Vec::new(),
            });
        }
        for i in 0..count {
            if self.random.percent(90) {
                let owner = Owner::Thread(ThreadId(i as u32));
                let width = *self.random.pick(&[2, 3, 8, 12]);
                let pc = self.variable(format!("pc{i}"), width, None, owner);
                self.system.variables[pc.index()].initial[0] = self.random.below(LOCATIONS) as u64;
                self.system.threads[i].program_counter = Some(pc);
            }
        }
    }

    fn variable(&mut self, name: String, width: u8, elements: Option<u32>, owner: Owner) -> VarId {
        let initial = vec![0; elements.unwrap_or(1) as usize];
        let display = Display::Number;
        self.system.add_variable(Variable { name, width, signed: false, elements, owner, initial, display })
    }

    fn variables(&mut self) {
        for i in 0..self.random.between(1, self.size.variables) {
            let owner = self.owner();
            let width = expr::width(&mut self.random).min(self.size.width);
            let elements = self.random.percent(35).then(|| self.random.between(1, self.size.elements) as u32);
            let var = self.variable(format!("x{i}"), width, elements, owner);
            for k in 0..self.system.variables[var.index()].len() {
                let value = expr::value(&mut self.random, width);
                self.system.variables[var.index()].initial[k] = value;
            }
        }
    }

    fn owner(&mut self) -> Owner {
        match self.random.below(3) {
            0 => Owner::System,
            1 => Owner::Process(ProcessId(self.random.below(self.system.processes.len()) as u32)),
            _ => Owner::Thread(ThreadId(self.random.below(self.system.threads.len()) as u32)),
        }
    }

    fn expr(&mut self, width: u8) -> ExprId {
        let raw = expr::expr(&mut self.random, &mut self.system, width, self.size.depth);
        self.settle(raw)
    }

    fn settle(&mut self, raw: ExprId) -> ExprId {
        if !self.simple {
            return raw;
        }
        expr::simplified(&mut self.system.exprs, raw, &mut FxHashMap::default())
    }

    fn truth(&mut self) -> ExprId {
        self.expr(1)
    }

    /// `variable == constant`, where the constant is one that occurs.
    fn equality(&mut self, var: VarId, value: u64) -> ExprId {
        let width = self.system.variables[var.index()].width;
        let read = self.system.exprs.raw(Expr::Var(var), width);
        let constant = self.system.exprs.constant(width, value);
        let (a, b) = if self.random.percent(80) { (read, constant) } else { (constant, read) };
        let raw = self.system.exprs.raw(Expr::Binary(kulan_ir::BinaryOp::Equal, a, b), 1);
        self.settle(raw)
    }

    fn guard(&mut self, condition: ExprId) -> GuardId {
        if let Some(i) = self.system.guards.iter().position(|&g| g == condition) {
            return GuardId(i as u32);
        }
        self.system.guards.push(condition);
        GuardId(self.system.guards.len() as u32 - 1)
    }

    /// Guards of all kinds: comparisons of one variable come often, because they are what the code is split by.
    fn some_guard(&mut self) -> GuardId {
        let scalars: Vec<usize> = (0..self.system.variables.len())
            .filter(|&i| self.system.variables[i].elements.is_none())
            .take(if self.random.percent(70) { 2 } else { usize::MAX })
            .collect();
        if scalars.is_empty() || self.random.percent(35) {
            let condition = self.truth();
            return self.guard(condition);
        }
        let var = VarId(*self.random.pick(&scalars) as u32);
        let width = self.system.variables[var.index()].width;
        let near = self.system.variables[var.index()].initial[0].wrapping_add(self.random.below(3) as u64);
        let value = if self.random.percent(70) { near & mask(width) } else { expr::value(&mut self.random, width) };
        let condition = self.equality(var, value);
        self.guard(condition)
    }

    fn set(&mut self, var: VarId, value: u64) -> Update {
        let width = self.system.variables[var.index()].width;
        Update { target: Target::Var(var), value: self.system.exprs.constant(width, value) }
    }

    fn some_update(&mut self) -> Update {
        let pcs: Vec<Option<VarId>> = self.system.threads.iter().map(|t| t.program_counter).collect();
        let others: Vec<u32> =
            (0..self.system.variables.len() as u32).filter(|&v| !pcs.contains(&Some(VarId(v)))).collect();
        let var = VarId(*self.random.pick(&others));
        let variable = &self.system.variables[var.index()];
        let (width, is_array) = (variable.width, variable.elements.is_some());
        let value = self.expr(width);
        if !is_array {
            return Update { target: Target::Var(var), value };
        }
        if self.random.percent(25) {
            let depends = self.random.percent(50);
            let value = if depends { expr::with_positions(&mut self.random, &mut self.system, value) } else { value };
            return Update { target: Target::Fill(var), value };
        }
        let raw = expr::index(&mut self.random, &mut self.system, var, self.size.depth);
        Update { target: Target::Element(var, self.settle(raw)), value }
    }

    fn some_check(&mut self) -> Check {
        let kind = if self.random.percent(50) { CheckKind::Assertion } else { CheckKind::Index };
        let condition = self.truth();
        Check::new(condition, kind, "a check", None)
    }

    /// Moves a thread on; a thread that others wait for only goes forward, so that nothing runs alone in circles.
    fn advance(&mut self, thread: usize, forward: bool, guards: &mut Vec<GuardId>, updates: &mut Vec<Update>) {
        let Some(pc) = self.system.threads[thread].program_counter else { return };
        let here = self.random.below(LOCATIONS - 1);
        let there = if forward { self.random.between(here + 1, LOCATIONS - 1) } else { self.random.below(LOCATIONS) };
        let condition = self.equality(pc, here as u64);
        guards.push(self.guard(condition));
        updates.push(self.set(pc, there as u64));
    }

    fn transition(&mut self) {
        let count = self.system.threads.len();
        let thread = self.random.below(count);
        let partner = (count > 1 && self.random.percent(20)).then(|| (thread + 1) % count);
        let alone = self.random.percent(30) && self.system.threads.iter().all(|t| t.program_counter.is_some());
        let (mut guards, mut updates) = (Vec::new(), Vec::new());
        if alone || self.random.percent(90) {
            self.advance(thread, alone, &mut guards, &mut updates);
        }
        if let Some(partner) = partner {
            self.advance(partner, alone, &mut guards, &mut updates);
        }
        for _ in 0..self.random.below(3) {
            guards.push(self.some_guard());
        }
        for _ in 0..self.random.below(4) {
            let update = self.some_update();
            let at = self.random.below(updates.len() + 1);
            updates.insert(at, update);
        }
        let checks = (0..self.random.below(12).saturating_sub(9)).map(|_| self.some_check()).collect();
        let goes_on = if partner.is_some() && self.random.percent(60) { partner } else { Some(thread) };
        let continues = goes_on.filter(|_| alone).map(|t| ThreadId(t as u32));
        let steps = self.steps(thread, partner, &updates);
        let role = if self.random.percent(12) { Role::Fallback } else { Role::Step };
        let thread = ThreadId(thread as u32);
        let mut transition = Transition { thread, guards, role, inputs: Vec::new(), checks, updates, continues, steps };
        if self.random.percent(20) {
            self.add_inputs(&mut transition);
        }
        self.system.transitions.push(transition);
    }

    /// Gives a transition inputs, and lets updates and checks read them.
    fn add_inputs(&mut self, transition: &mut Transition) {
        for index in 0..self.random.between(1, 2) as u32 {
            let width = self.random.between(1, 4) as u8;
            let low = self.random.below(mask(width) as usize) as u64;
            let high = (low + self.random.below(8) as u64).min(mask(width));
            transition.inputs.push(Input { name: format!("in{index}"), width, low, high, display: Display::Number });
            let input = self.system.exprs.input(index, width);
            for update in &mut transition.updates {
                let is_counter =
                    self.system.threads.iter().any(|t| t.program_counter == Some(update.target.variable()));
                if !is_counter && self.random.percent(60) {
                    update.value = self.mixed(update.value, input);
                }
            }
            for check in &mut transition.checks {
                if self.random.percent(60) {
                    check.condition = self.mixed(check.condition, input);
                }
            }
        }
        transition.steps.iter_mut().for_each(|s| s.updates.clone_from(&transition.updates));
    }

    /// An expression of the same width that also depends on an input: on all of it, on some bits, or on a comparison.
    fn mixed(&mut self, value: ExprId, input: ExprId) -> ExprId {
        let exprs = &mut self.system.exprs;
        let (width, own) = (exprs.width(value), exprs.width(input));
        match self.random.below(4) {
            0 => {
                let limit = exprs.constant(own, self.random.below(16) as u64);
                let op = *self.random.pick(&[BinaryOp::UnsignedLess, BinaryOp::SignedLess, BinaryOp::Equal]);
                let below = exprs.binary(op, input, limit);
                let other = exprs.not(value);
                exprs.ite(below, value, other)
            }
            1 => {
                let bit = exprs.extract(0, 1, input);
                let wide = exprs.zero_extend(width, bit);
                exprs.binary(BinaryOp::Xor, value, wide)
            }
            _ => {
                let fitting = if own > width { exprs.truncate(width, input) } else { exprs.zero_extend(width, input) };
                exprs.binary(*self.random.pick(&[BinaryOp::Add, BinaryOp::And, BinaryOp::Xor]), value, fitting)
            }
        }
    }

    /// A state to which errors lead; only steps that stand by themselves can have such.
    fn error_state(&mut self) {
        for t in self
            .system
            .transitions
            .iter_mut()
            .filter(|t| t.continues.is_some() || t.is_fallback() || !t.inputs.is_empty())
        {
            t.checks.retain(|c| c.kind.goes_on());
        }
        let pcs: Vec<VarId> = self.system.threads.iter().filter_map(|t| t.program_counter).collect();
        let mut values = Vec::new();
        for v in 0..self.system.variables.len() {
            let is_counter = pcs.contains(&VarId(v as u32));
            let most = if is_counter { LOCATIONS } else { 2 };
            let len = self.system.variables[v].len();
            values.push(
                (0..len).map(|_| self.random.below(most) as u64 & mask(self.system.variables[v].width)).collect(),
            );
        }
        self.system.error_state = Some(values);
    }

    fn invariants(&mut self) {
        let mut list = Vec::new();
        for _ in 0..self.random.between(1, 2) {
            let kind = if self.random.percent(50) { CheckKind::Assertion } else { CheckKind::Invariant };
            list.push(Invariant { condition: self.truth(), kind, message: "an invariant".into(), source: None });
        }
        self.system.add_invariants(list);
    }

    fn steps(&mut self, thread: usize, partner: Option<usize>, updates: &[Update]) -> Vec<Step> {
        let kind = *self.random.pick(&[MessageKind::Send, MessageKind::Receive, MessageKind::Handshake]);
        let shown = updates.first().filter(|u| !self.system.exprs.has_position(u.value));
        let fields = shown.map(|u| (u.value, Display::Bool)).into_iter().collect();
        let message = self.random.percent(30).then(|| Message { kind, channel: "c".into(), fields });
        let thread = ThreadId(thread as u32);
        let partner = partner.map(|p| ThreadId(p as u32));
        vec![Step { partner, updates: updates.to_vec(), message, ..Step::new(thread, "a step") }]
    }
}
