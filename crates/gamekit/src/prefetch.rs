//! Memory that will soon be read.

/// Begins to fetch a value into the cache. Only a hint: nothing depends on it.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = std::ptr::from_ref(value).cast();
        // SAFETY: every x86-64 processor has SSE; a prefetch neither faults nor changes memory, and
        // the address is that of a live value anyway.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
