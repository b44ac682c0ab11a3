//! Value numbers of a column's rows: one byte each while there are few values, then two.

/// Number of a distinct value in a column. Columns have many rows and few values.
pub(super) type Number = u16;

/// One number per row.
pub(super) enum Numbers {
    Small(Vec<u8>),
    Large(Vec<Number>),
}

impl Numbers {
    /// Creates rows with the number 0.
    pub(super) fn zeros(rows: usize) -> Self {
        Self::Small(vec![0; rows])
    }

    /// Returns the number of a row; 0 for a row that does not exist.
    pub(super) fn get(&self, row: usize) -> Number {
        match self {
            Self::Small(rows) => rows.get(row).map_or(0, |number| Number::from(*number)),
            Self::Large(rows) => rows.get(row).copied().unwrap_or(0),
        }
    }

    /// Appends a row, and widens all rows when the number needs two bytes.
    pub(super) fn push(&mut self, number: Number) {
        match self {
            Self::Small(rows) => match u8::try_from(number) {
                Ok(number) => rows.push(number),
                Err(_) => {
                    let rows = rows.iter().map(|number| Number::from(*number));
                    *self = Self::Large(rows.chain([number]).collect());
                }
            },
            Self::Large(rows) => rows.push(number),
        }
    }

    /// Sets `meets` to false for the rows whose numbers do not pass.
    pub(super) fn retain_passing(&self, passes: &[bool], meets: &mut [bool]) {
        match self {
            Self::Small(rows) => retain_passing(rows, passes, meets),
            Self::Large(rows) => retain_passing(rows, passes, meets),
        }
    }
}

fn retain_passing<N: Copy + Into<usize>>(numbers: &[N], passes: &[bool], meets: &mut [bool]) {
    for (meets, number) in meets.iter_mut().zip(numbers) {
        *meets &= passes.get((*number).into()).copied().unwrap_or(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_widening() {
        let mut numbers = Numbers::zeros(1);
        numbers.push(255);
        let few = matches!(numbers, Numbers::Small(_));
        numbers.push(256);
        assert!(few && matches!(numbers, Numbers::Large(_)));
        assert_eq!([0, 1, 2, 3].map(|row| numbers.get(row)), [0, 255, 256, 0]);
        let mut passes = vec![false; 257];
        (passes[0], passes[256]) = (true, true);
        let mut meets = [true; 3];
        numbers.retain_passing(&passes, &mut meets);
        assert_eq!(meets, [true, false, true]);
    }
}
