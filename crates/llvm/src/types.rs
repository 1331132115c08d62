//! Types, interned: equal types have equal ids.

use rustc_hash::FxHashMap;

use crate::id::{Arena, Id, Name, Place, StructId, TypeId};
use crate::words::FloatKind;

/// The widest integer type of LLVM.
pub const MAX_INTEGER_BITS: u32 = 1 << 23;

/// Types are not nested deeper, so that recursive functions over types are safe.
pub(crate) const MAX_DEPTH: usize = 120;

/// A type. Named structs are behind a [`StructId`], so types are finite trees.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`
    Void,
    /// `label`
    Label,
    /// `metadata`
    Metadata,
    /// `token`
    Token,
    /// `x86_mmx`
    X86Mmx,
    /// `x86_amx`
    X86Amx,
    /// `i32`, of any width
    Integer(u32),
    /// `double` and others
    Float(FloatKind),
    /// `ptr`, or `i32*` where the pointee is known
    Pointer {
        /// What it points to, if that is written.
        pointee: Option<TypeId>,
        /// The address space.
        space: u32,
    },
    /// `[4 x i32]`
    Array {
        /// The type of the elements.
        element: TypeId,
        /// How many there are.
        length: u64,
    },
    /// `<4 x i32>`
    Vector {
        /// The type of the elements.
        element: TypeId,
        /// How many there are, or the factor of `vscale`.
        length: u32,
        /// Whether it is `<vscale x 4 x i32>`.
        scalable: bool,
    },
    /// `{ i32, i8 }` or `<{ i32, i8 }>`
    Struct(Fields),
    /// `%struct.node`
    Named(StructId),
    /// `i32 (i8*, ...)`
    Function(Signature),
    /// `target("spirv.Image", void, 0)`
    Target {
        /// Its name.
        name: Name,
        /// Type parameters.
        types: Box<[TypeId]>,
        /// Number parameters.
        numbers: Box<[u32]>,
    },
}

/// What a struct consists of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fields {
    /// The types of the fields.
    pub types: Box<[TypeId]>,
    /// Whether there is no padding.
    pub packed: bool,
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// What it returns.
    pub result: TypeId,
    /// What it takes.
    pub parameters: Box<[TypeId]>,
    /// Whether further arguments may follow.
    pub varargs: bool,
}

/// A struct type with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedStruct {
    /// Its name.
    pub name: StructName,
    /// Its fields; none if it is opaque.
    pub fields: Option<Fields>,
    /// Where it is defined.
    pub place: Place,
}

/// The name of a struct type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StructName {
    /// `%struct.node`
    Named(Name),
    /// `%0`
    Number(u32),
}

/// All types of a module.
#[derive(Clone, Debug, Default)]
pub struct Types {
    list: Arena<TypeId, Type>,
    depths: Vec<u8>,
    map: FxHashMap<Type, TypeId>,
    /// The named structs.
    pub structs: Arena<StructId, NamedStruct>,
    /// Those in the order of their definitions.
    pub definitions: Vec<StructId>,
}

impl PartialEq for Types {
    fn eq(&self, other: &Types) -> bool {
        self.list == other.list && self.structs == other.structs && self.definitions == other.definitions
    }
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;
    fn index(&self, id: TypeId) -> &Type {
        &self.list[id]
    }
}

impl Types {
    /// The id of a type. Panics if it is nested deeper than any type that is read.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        self.try_intern(ty).expect("a type that is not nested too deep")
    }

    /// The id of a type; none if it is nested too deep.
    pub(crate) fn try_intern(&mut self, ty: Type) -> Option<TypeId> {
        if let Some(&id) = self.map.get(&ty) {
            return Some(id);
        }
        let depth = self.parts(&ty).map(|part| self.depths[part.index()]).max().map_or(0, |d| d + 1);
        if usize::from(depth) > MAX_DEPTH {
            return None;
        }
        let id = self.list.push(ty.clone());
        self.depths.push(depth);
        self.map.insert(ty, id);
        Some(id)
    }

    /// The id of a type, if it occurs.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.map.get(ty).copied()
    }

    /// All types with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.list.iter()
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The types a type is made of; a named struct is a leaf.
    pub fn parts<'a>(&self, ty: &'a Type) -> impl Iterator<Item = TypeId> + use<'a> {
        let (one, many): (Option<TypeId>, &'a [TypeId]) = match ty {
            Type::Pointer { pointee, .. } => (*pointee, &[]),
            Type::Array { element, .. } | Type::Vector { element, .. } => (Some(*element), &[]),
            Type::Struct(fields) => (None, &fields.types),
            Type::Function(signature) => (Some(signature.result), &signature.parameters),
            Type::Target { types, .. } => (None, types),
            _ => (None, &[]),
        };
        one.into_iter().chain(many.iter().copied())
    }

    /// The width, if this is an integer type.
    pub fn integer_bits(&self, ty: TypeId) -> Option<u32> {
        if let Type::Integer(bits) = self[ty] { Some(bits) } else { None }
    }

    /// Whether this is a pointer.
    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self[ty], Type::Pointer { .. })
    }

    /// The fields, if this is a struct, named or not, and not opaque.
    pub fn fields(&self, ty: TypeId) -> Option<&Fields> {
        match &self[ty] {
            Type::Struct(fields) => Some(fields),
            Type::Named(id) => self.structs[*id].fields.as_ref(),
            _ => None,
        }
    }

    /// The signature, if this is a function type.
    pub fn signature(&self, ty: TypeId) -> Option<&Signature> {
        if let Type::Function(signature) = &self[ty] { Some(signature) } else { None }
    }

    /// The type of the elements of a vector; any other type itself.
    pub fn scalar(&self, ty: TypeId) -> TypeId {
        if let Type::Vector { element, .. } = self[ty] { element } else { ty }
    }

    /// Length and scalability of a vector; none for any other type.
    pub fn vector_shape(&self, ty: TypeId) -> Option<(u32, bool)> {
        if let Type::Vector { length, scalable, .. } = self[ty] { Some((length, scalable)) } else { None }
    }

    /// The element or field of an aggregate at an index.
    pub fn element_at(&self, ty: TypeId, index: u64) -> Option<TypeId> {
        match self[ty] {
            Type::Array { element, length } => (index < length).then_some(element),
            _ => self.fields(ty)?.types.get(usize::try_from(index).ok()?).copied(),
        }
    }

    /// Whether values of this type exist: everything but `void`, functions, and labels and metadata.
    pub fn is_first_class(&self, ty: TypeId) -> bool {
        !matches!(self[ty], Type::Void | Type::Function(_) | Type::Label | Type::Metadata)
    }
}
