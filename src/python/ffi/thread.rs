//! Threads that the interpreter ends while they are inside a call of ours, and which interpreter is running.
//!
//! Once the main thread has finished, CPython before 3.14 ends a daemon thread where it next asks for the GIL, by `pthread_exit`;
//! glibc then unwinds the thread's stack. On its way it would drop references to Python objects in a thread that may not touch
//! them any more, and abort the process at the first frame that catches panics. glibc runs a thread's cleanup handlers before it
//! unwinds the frames below them, and a handler that does not lie on the stack before all frames. Ours never returns while a call
//! is going on: the thread then stands still until the process ends, which is what CPython does from 3.14 on.

use std::cell::Cell;
use std::ffi::c_void;

use pyo3::ffi;

use super::symbol;

thread_local! {
    /// How many calls of ours this thread is inside of, one within the other.
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// How many calls this thread is inside of.
#[inline]
pub(crate) fn calls() -> usize {
    CALLS.get()
}

#[inline]
pub(crate) fn enter() {
    CALLS.set(CALLS.get() + 1);
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    exit::guard_this_thread();
}

#[inline]
pub(crate) fn leave() {
    CALLS.set(CALLS.get().saturating_sub(1));
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod exit {
    use std::cell::{Cell, UnsafeCell};
    use std::ffi::c_void;
    use std::mem::MaybeUninit;
    use std::ptr::NonNull;
    use std::sync::OnceLock;

    use super::{CALLS, symbol};

    /// glibc's `struct _pthread_cleanup_buffer`: two pointers, an int and a pointer.
    type Handler = [usize; 4];

    type Push = unsafe extern "C" fn(*mut Handler, unsafe extern "C" fn(*mut c_void), *mut c_void);

    thread_local! {
        static GUARDED: Cell<bool> = const { Cell::new(false) };
        static HANDLER: UnsafeCell<MaybeUninit<Handler>> = const { UnsafeCell::new(MaybeUninit::uninit()) };
    }

    #[inline]
    pub(super) fn guard_this_thread() {
        if !GUARDED.replace(true) {
            push();
        }
    }

    #[cold]
    fn push() {
        static FOUND: OnceLock<Option<Push>> = OnceLock::new();
        let found = *FOUND.get_or_init(|| {
            // SAFETY: glibc has exported the function under this name with this signature since 2.2.5.
            symbol::find(c"_pthread_cleanup_push")
                .map(|function| unsafe { std::mem::transmute::<NonNull<c_void>, Push>(function) })
        });
        if let Some(push) = found {
            // SAFETY: glibc writes the handler's block and reads it when this thread exits. The block has the size and alignment
            // that it needs, belongs to this thread, has no destructor, so that it stays to the thread's end, and is pushed once
            // a thread and never popped, so that no order of pushes and pops can be broken.
            HANDLER.with(|block| unsafe { push(block.get().cast(), stand_still_inside_a_call, std::ptr::null_mut()) });
        }
    }

    /// Runs in a thread without the GIL: touches nothing of Python.
    unsafe extern "C" fn stand_still_inside_a_call(_: *mut c_void) {
        while CALLS.get() > 0 {
            std::thread::park();
        }
    }
}

type GetId = unsafe extern "C" fn(*mut ffi::PyInterpreterState) -> i64;
type Get = unsafe extern "C" fn() -> *mut ffi::PyInterpreterState;

/// Whether the running interpreter is the one that the process began with. Both functions are in the stable ABI from 3.9 on, but
/// Windows' `python3.dll` has them only later.
pub(crate) fn is_main_interpreter() -> bool {
    let (Some(get), Some(get_id)) =
        (symbol::find(c"PyInterpreterState_Get"), symbol::find(c"PyInterpreterState_GetID"))
    else {
        return true;
    };
    // SAFETY: CPython has exported both functions with these signatures since 3.9 and 3.7; the caller holds the GIL, so there is
    // a current interpreter.
    unsafe {
        let get = std::mem::transmute::<std::ptr::NonNull<c_void>, Get>(get);
        let get_id = std::mem::transmute::<std::ptr::NonNull<c_void>, GetId>(get_id);
        get_id(get()) == 0
    }
}
