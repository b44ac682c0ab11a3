//! The numbers of values that the rows of a column have: a byte each as long as there are few values, then two.

/// A value's number. There are millions of rows and few values.
pub(super) type Number = u16;

/// A number a row.
pub(super) enum Numbers {
    Small(Vec<u8>),
    Large(Vec<Number>),
}

impl Default for Numbers {
    fn default() -> Self {
        Self::Small(Vec::new())
    }
}

impl Numbers {
    /// So many rows that all have the number 0.
    pub(super) fn zeros(rows: usize) -> Self {
        Self::Small(vec![0; rows])
    }

    pub(super) fn get(&self, row: usize) -> Option<Number> {
        match self {
            Self::Small(rows) => rows.get(row).map(|number| Number::from(*number)),
            Self::Large(rows) => rows.get(row).copied(),
        }
    }

    /// Writes a row's number, where there is such a row.
    pub(super) fn set(&mut self, row: usize, number: Number) {
        match self {
            Self::Small(rows) => match u8::try_from(number) {
                Ok(number) => {
                    if let Some(place) = rows.get_mut(row) {
                        *place = number;
                    }
                }
                Err(_) => {
                    *self = Self::Large(rows.iter().map(|number| Number::from(*number)).collect());
                    self.set(row, number);
                }
            },
            Self::Large(rows) => {
                if let Some(place) = rows.get_mut(row) {
                    *place = number;
                }
            }
        }
    }

    /// Adds a row with the number 0.
    pub(super) fn push_zero(&mut self) {
        match self {
            Self::Small(rows) => rows.push(0),
            Self::Large(rows) => rows.push(0),
        }
    }

    /// Takes a row out; the last one moves into its place.
    pub(super) fn swap_remove(&mut self, row: usize) {
        match self {
            Self::Small(rows) => {
                rows.swap_remove(row);
            }
            Self::Large(rows) => {
                rows.swap_remove(row);
            }
        }
    }

    /// Clears the marks of rows, from a row on, whose numbers do not pass.
    pub(super) fn keep(&self, from: usize, passes: &[bool], marks: &mut [bool]) {
        match self {
            Self::Small(rows) => keep(rows.get(from..), passes, marks),
            Self::Large(rows) => keep(rows.get(from..), passes, marks),
        }
    }
}

fn keep<N: Copy + Into<usize>>(numbers: Option<&[N]>, passes: &[bool], marks: &mut [bool]) {
    for (mark, number) in marks.iter_mut().zip(numbers.unwrap_or_default()) {
        *mark &= passes.get((*number).into()).copied().unwrap_or(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_what_they_are_when_there_are_more() {
        let mut numbers = Numbers::zeros(2);
        numbers.push_zero();
        numbers.set(0, 255);
        numbers.set(1, 256);
        numbers.set(9, 3);
        assert_eq!([0, 1, 2, 3].map(|row| numbers.get(row)), [Some(255), Some(256), Some(0), None]);
        let mut passes = vec![false; 257];
        (passes[0], passes[256]) = (true, true);
        let mut marks = [true; 2];
        numbers.keep(1, &passes, &mut marks);
        assert_eq!(marks, [true, true]);
        numbers.swap_remove(1);
        numbers.push_zero();
        let mut marks = [true; 3];
        numbers.keep(0, &passes, &mut marks);
        assert_eq!(marks, [false, true, true]);
    }
}
