//! Variables, aliases, ifuncs, and references to globals.

use kulan_diagnostics::Span;
use kulan_syntax::Parsed;
use rustc_hash::FxHashMap;

use super::attributes::Place as At;
use super::{Key, Parser};
use crate::constant::ConstantKind;
use crate::id::{AttributesId, ConstantId, GlobalId, Name, Place, TypeId};
use crate::lexer::{Kind, Token};
use crate::module::{Global, GlobalKind, Variable};
use crate::types::Type;
use crate::words::{DllStorage, Linkage, Preemption, ThreadLocal, UnnamedAddr, Visibility};

/// What is known of globals while reading.
#[derive(Default)]
pub(super) struct Globals {
    map: FxHashMap<Key, GlobalId>,
    /// By id, whether the definition was seen.
    pub defined: Vec<bool>,
    /// By id, where it was seen first.
    pub first: Vec<(Key, Span)>,
    /// Ids in the order of the definitions.
    pub order: Vec<GlobalId>,
    /// Uses before the definition, with the type of the pointer.
    pub uses: Vec<(GlobalId, TypeId, Span)>,
    /// Addresses of blocks, which are looked up at the end.
    pub block_addresses: Vec<(ConstantId, GlobalId, Key, Span)>,
    next_number: u32,
}

impl Global {
    /// An external function or variable of this type, with nothing else said.
    fn new(value_type: TypeId, span: Span) -> Global {
        Global {
            name: None,
            value_type,
            space: 0,
            kind: GlobalKind::Variable(Variable {
                constant: false,
                externally_initialized: false,
                initializer: None,
                attributes: AttributesId::default(),
                sanitizer: Box::default(),
                code_model: None,
            }),
            linkage: Linkage::External,
            preemption: None,
            visibility: Visibility::Default,
            dll: None,
            thread_local: None,
            unnamed_addr: None,
            section: None,
            partition: None,
            comdat: None,
            align: None,
            metadata: Box::default(),
            place: Place(span),
        }
    }
}

impl Parser<'_> {
    pub(super) fn at_global(&self) -> bool {
        matches!(self.token.kind, Kind::Global | Kind::GlobalNumber)
    }

    /// The global of a token, seen or yet to come.
    pub(super) fn global(&mut self, token: Token) -> Parsed<GlobalId> {
        let key = self.key(token)?;
        if let Some(&id) = self.globals.map.get(&key) {
            return Ok(id);
        }
        let span = self.span(token);
        let id = self.module.globals.push(Global::new(self.common.void, span));
        self.globals.map.insert(key, id);
        self.globals.defined.push(false);
        self.globals.first.push((key, span));
        Ok(id)
    }

    /// The address of the global, of this type.
    pub(super) fn global_address(&mut self, token: Token, ty: TypeId) -> Parsed<ConstantId> {
        let id = self.global(token)?;
        self.use_global(id, ty, self.span(token))?;
        Ok(self.constant(ty, ConstantKind::Global(id)))
    }

    /// Checks that a pointer of this type can hold the address, now or when the global is defined.
    pub(super) fn use_global(&mut self, id: GlobalId, ty: TypeId, span: Span) -> Parsed<()> {
        if !self.is_defined_global(id) {
            self.globals.uses.push((id, ty, span));
            return Ok(());
        }
        self.check_global_type(id, ty, span)
    }

    pub(super) fn check_global_type(&mut self, id: GlobalId, ty: TypeId, span: Span) -> Parsed<()> {
        let global = &self.module.globals[id];
        let (value_type, own_space) = (global.value_type, global.space);
        let fits = match self.module.types[ty] {
            Type::Pointer { pointee, space } => space == own_space && pointee.is_none_or(|p| p == value_type),
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let own = if own_space == 0 { String::new() } else { format!(" in address space {own_space}") };
        let message =
            format!("this is the address of {}{own}, not a value of type {}", self.show(value_type), self.show(ty));
        self.error("type", span, message)
    }

    /// Enters a definition.
    pub(super) fn define_global(&mut self, token: Token, mut global: Global) -> Parsed<GlobalId> {
        let key = self.key(token)?;
        if let Key::Number(number) = key {
            let next = self.globals.next_number;
            if number != next {
                let message = format!("this should be @{next}: unnamed globals are numbered in order");
                return self.error("number", self.span(token), message);
            }
            self.globals.next_number += 1;
        }
        global.name = if let Key::Name(name) = key { Some(name) } else { None };
        let id = self.global(token)?;
        if self.is_defined_global(id) {
            let message = format!("{} is defined twice", self.global_key_text(key));
            return self.error("duplicate", self.span(token), message);
        }
        self.module.globals[id] = global;
        self.globals.defined[id.0 as usize] = true;
        self.globals.order.push(id);
        Ok(id)
    }

    /// Linkage and what else stands before the kind of a global.
    pub(super) fn global_header(&mut self, span: Span) -> Parsed<(Global, bool)> {
        let mut global = Global::new(self.common.void, span);
        let linkage = self.eat_one(Linkage::from_word);
        global.linkage = linkage.unwrap_or(Linkage::External);
        global.preemption = self.eat_one(Preemption::from_word);
        global.visibility = self.eat_one(Visibility::from_word).unwrap_or(Visibility::Default);
        global.dll = self.eat_one(DllStorage::from_word);
        let is_declared = matches!(linkage, Some(Linkage::External | Linkage::ExternWeak));
        Ok((global, is_declared))
    }

    fn thread_local(&mut self) -> Parsed<Option<ThreadLocal>> {
        if !self.eat_word("thread_local") {
            return Ok(None);
        }
        if !self.eat(b'(') {
            return Ok(Some(ThreadLocal::GeneralDynamic));
        }
        let Some(model) = self.eat_one(ThreadLocal::from_word) else {
            return self.expected("a model of thread-local storage");
        };
        self.expect(b')')?;
        Ok(Some(model))
    }

    /// `@name = ...`
    pub(super) fn global_definition(&mut self) -> Parsed<()> {
        let token = self.bump();
        self.expect(b'=')?;
        let (mut global, is_declared) = self.global_header(self.span(token))?;
        global.thread_local = self.thread_local()?;
        global.unnamed_addr = self.eat_one(UnnamedAddr::from_word);
        match self.word() {
            "alias" | "ifunc" => self.alias(token, global),
            _ => self.variable(token, global, is_declared),
        }
    }

    fn alias(&mut self, token: Token, mut global: Global) -> Parsed<()> {
        let is_alias = self.word() == "alias";
        self.bump();
        global.value_type = self.any_type()?;
        self.expect(b',')?;
        let start = self.here();
        // An expression stands without its type.
        let target = match self.word() {
            "bitcast" | "getelementptr" | "addrspacecast" | "inttoptr" => {
                let (expression, ty) = self.expression_of_any_type()?;
                self.constant(ty, ConstantKind::Expression(Box::new(expression)))
            }
            _ => self.typed_constant()?,
        };
        let Type::Pointer { space, .. } = self.module.types[self.module.constants[target].ty] else {
            return self.error("type", self.since(start), "this is not an address");
        };
        global.space = space;
        global.kind = if is_alias { GlobalKind::Alias(target) } else { GlobalKind::Ifunc(target) };
        let mut metadata = Vec::new();
        while self.eat(b',') {
            if self.token.kind == Kind::MetadataName {
                metadata.push(self.attachment()?);
            } else {
                self.expect_word("partition")?;
                global.partition = Some(self.quoted()?);
            }
        }
        global.metadata = metadata.into();
        self.define_global(token, global)?;
        Ok(())
    }

    fn variable(&mut self, token: Token, mut global: Global, is_declared: bool) -> Parsed<()> {
        global.space = self.optional_address_space()?;
        let externally_initialized = self.eat_word("externally_initialized");
        let constant = match self.word() {
            "global" => false,
            "constant" => true,
            _ => return self.expected("`global`, `constant`, `alias` or `ifunc`"),
        };
        self.bump();
        let start = self.here();
        global.value_type = self.any_type()?;
        if !self.module.types.is_first_class(global.value_type) {
            let message = format!("there are no variables of type {}", self.show(global.value_type));
            return self.error("type", self.since(start), message);
        }
        let initializer = if is_declared { None } else { Some(self.constant_value(global.value_type)?) };
        let mut variable = Variable {
            constant,
            externally_initialized,
            initializer,
            attributes: AttributesId::default(),
            sanitizer: Box::default(),
            code_model: None,
        };
        self.variable_properties(token, &mut global, &mut variable)?;
        variable.attributes = self.attributes(At::Function)?;
        global.kind = GlobalKind::Variable(variable);
        self.define_global(token, global)?;
        Ok(())
    }

    /// Where a global is put: its section, partition, comdat or alignment.
    pub(super) fn placement(&mut self, token: Token, global: &mut Global) -> Parsed<()> {
        let word = self.word();
        if word == "comdat" {
            global.comdat = self.comdat(token)?;
            return Ok(());
        }
        self.bump();
        match word {
            "section" => global.section = Some(self.quoted()?),
            "partition" => global.partition = Some(self.quoted()?),
            _ => global.align = Some(self.alignment()?),
        }
        Ok(())
    }

    fn variable_properties(&mut self, token: Token, global: &mut Global, variable: &mut Variable) -> Parsed<()> {
        let mut metadata = Vec::new();
        let mut sanitizer = Vec::new();
        while self.eat(b',') {
            match self.word() {
                "section" | "partition" | "comdat" | "align" => self.placement(token, global)?,
                "code_model" => {
                    self.bump();
                    variable.code_model = Some(self.quoted()?);
                }
                "no_sanitize_address" | "no_sanitize_hwaddress" | "sanitize_memtag" | "sanitize_address_dyninit" => {
                    let word = self.bump();
                    sanitizer.push(self.name_of(word));
                }
                _ if self.token.kind == Kind::MetadataName => {
                    metadata.push(self.attachment()?);
                }
                _ => return self.expected("a property of a variable, such as `align`"),
            }
        }
        global.metadata = metadata.into();
        variable.sanitizer = sanitizer.into();
        Ok(())
    }

    /// `comdat` or `comdat($name)`; without a name, that of the global.
    pub(super) fn comdat(&mut self, global: Token) -> Parsed<Option<Name>> {
        self.expect_word("comdat")?;
        let token = if self.eat(b'(') {
            if self.token.kind != Kind::Comdat {
                return self.expected("a comdat, such as `$name`");
            }
            let token = self.bump();
            self.expect(b')')?;
            token
        } else {
            global
        };
        if token.kind == Kind::GlobalNumber {
            return self.error("syntax", self.span(self.previous), "a global without a name has no comdat of its name");
        }
        let name = self.name_of(token);
        self.used_comdats.push((name, self.span(token)));
        Ok(Some(name))
    }
}
