//! Functions of CPython that are public in every supported release but entered the stable ABI after 3.9: looked up in the
//! running interpreter, so that one `cp39-abi3` wheel has them everywhere.

use std::ffi::{CStr, c_void};
use std::ptr::NonNull;

#[cfg(unix)]
pub(super) fn find(name: &CStr) -> Option<NonNull<c_void>> {
    // SAFETY: `name` is a C string, and RTLD_DEFAULT asks for the symbols that the process has loaded already.
    NonNull::new(unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) })
}

/// `python3.dll` forwards what is stable in its release; on 3.9 the function stands in `python39.dll` only.
#[cfg(windows)]
pub(super) fn find(name: &CStr) -> Option<NonNull<c_void>> {
    #[link(name = "kernel32", kind = "raw-dylib")]
    unsafe extern "system" {
        fn GetModuleHandleA(name: *const std::ffi::c_char) -> *mut c_void;
        fn GetProcAddress(module: *mut c_void, name: *const std::ffi::c_char) -> *mut c_void;
    }
    // SAFETY: all names are C strings, and a module handle is used only where it was found.
    unsafe {
        [c"python3.dll", c"python39.dll"].into_iter().find_map(|library| {
            let module = NonNull::new(GetModuleHandleA(library.as_ptr()))?;
            NonNull::new(GetProcAddress(module.as_ptr(), name.as_ptr()))
        })
    }
}

#[cfg(not(any(unix, windows)))]
pub(super) fn find(_name: &CStr) -> Option<NonNull<c_void>> {
    None
}
