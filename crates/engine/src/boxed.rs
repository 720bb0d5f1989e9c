//! Large tables on the heap.

/// An array built on the heap, for tables too large for the stack.
pub(crate) fn boxed<T: Clone, const N: usize>(item: &T) -> Box<[T; N]> {
    match vec![item.clone(); N].into_boxed_slice().try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("N items were made"),
    }
}
