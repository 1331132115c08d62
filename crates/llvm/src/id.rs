//! Small typed ids, the lists they index, interned names, and places in the text.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use kulan_diagnostics::Span;
use rustc_hash::FxHashMap;

/// A number that stands for an item of one kind of list.
pub trait Id: Copy {
    /// The id of the item at this index.
    fn new(index: usize) -> Self;
    /// The index of the item.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl Id for $name {
            fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("a text of less than 4 GiB has fewer items"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    )*};
}

ids! {
    /// An interned text: a name, a keyword, the value of an attribute.
    Name;
    /// A type of a module.
    TypeId;
    /// A named struct type of a module.
    StructId;
    /// A constant of a module.
    ConstantId;
    /// A function, variable, alias or ifunc of a module; in the order of the text.
    GlobalId;
    /// A set of attributes of a module; 0 is the empty one.
    #[derive(Default)]
    AttributesId;
    /// A metadata node of a module.
    MetadataId;
    /// An argument or the result of an instruction, of one function; in the order of the text.
    ValueId;
    /// A basic block of one function; in the order of the text, so 0 is the entry.
    BlockId;
    /// An instruction of one function; in the order of the text.
    InstructionId;
}

/// A list whose items have ids of one type.
#[derive(Clone, PartialEq, Eq)]
pub struct Arena<I, T> {
    items: Vec<T>,
    ids: PhantomData<I>,
}

impl<I: Id, T> Default for Arena<I, T> {
    fn default() -> Self {
        Self { items: Vec::new(), ids: PhantomData }
    }
}

impl<I: Id, T> Arena<I, T> {
    /// Appends an item.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::new(self.items.len() - 1)
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item, if there is one of this id.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// The ids, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// The items with their ids, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (I::new(index), item))
    }

    /// The items, in order.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    pub(crate) fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// Puts the items into another order: `order` lists the old ids.
    pub(crate) fn reorder(&mut self, order: &[I]) {
        let mut old: Vec<Option<T>> = std::mem::take(&mut self.items).into_iter().map(Some).collect();
        self.items = order.iter().filter_map(|id| old[id.index()].take()).collect();
    }
}

/// Where the ids of an order go: by old id, the new one.
pub(crate) fn inverse<I: Id>(order: &[I]) -> Vec<I> {
    let mut map = vec![I::new(0); order.len()];
    for (new, old) in order.iter().enumerate() {
        map[old.index()] = I::new(new);
    }
    map
}

impl<I: Id, T> Index<I> for Arena<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Arena<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for Arena<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}

/// Interned texts.
#[derive(Clone, Default)]
pub struct Names {
    list: Vec<Arc<str>>,
    map: FxHashMap<Arc<str>, Name>,
}

impl Names {
    /// The name with this text.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.map.get(text) {
            return name;
        }
        let (name, shared) = (Name::new(self.list.len()), Arc::<str>::from(text));
        self.list.push(shared.clone());
        self.map.insert(shared, name);
        name
    }

    /// The name with this text, if it occurs.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.map.get(text).copied()
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        &self.list[name.index()]
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }
}

impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        self.list == other.list
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.list).finish()
    }
}

/// Where something stands in the text. Places do not count when modules are compared, so all are equal.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl Eq for Place {}
