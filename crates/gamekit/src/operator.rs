//! Operators of types that wrap a number.

/// Implements an operator and its assigning form, given as a function of the numbers.
macro_rules! operator {
    ($type:ident, $trait:ident $function:ident, $assign:ident $assign_function:ident, |$a:ident, $b:ident| $result:expr) => {
        impl std::ops::$trait for $type {
            type Output = Self;

            #[inline]
            fn $function(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }

        impl std::ops::$assign for $type {
            #[inline]
            fn $assign_function(&mut self, other: Self) {
                *self = std::ops::$trait::$function(*self, other);
            }
        }
    };
}
pub(crate) use operator;
