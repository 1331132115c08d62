//! Search on a GPU: breadth first, every state expanded by a thread of its own.
//!
//! The guards and updates of a system become PTX, as text ([`Program`]), which the driver of the device compiles. States
//! are kept on the device, packed; a level of the search is a range of the array of states. What the device does not do
//! itself, such as explaining a failed check, it leaves to the host, state by state. A [`Device`] is a GPU, or an emulator
//! of what we write ([`emulate`]), so that everything is tested where there is no GPU.

mod cuda;
mod device;
pub mod emulate;
mod expression;
mod host;
mod insert;
mod kernels;
mod ptx;
mod search;
mod space;
mod steps;
mod successor;

pub use cuda::{Cuda, NoDevice};
pub use device::{BLOCK, Device, Fault, Place};
pub use search::{Found, Program, search};
pub use space::Sizes;
