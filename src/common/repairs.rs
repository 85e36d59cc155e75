//! What a call in replace mode changed: how many values, how many parts are missing, and where the first of them is.

use crate::error::{Error, Step};

/// How many values were repaired and how many parts left out, at some moment of the call.
pub(crate) type Counts = (usize, usize);

const NONE: Counts = (0, 0);

#[derive(Debug, Default)]
pub(crate) struct Repairs {
    counts: Counts,
    /// The way to the first one, innermost step first; it grows while the writer leaves the messages around it.
    first: Vec<Step>,
}

impl Repairs {
    pub(crate) fn repaired(&mut self, error: Error) {
        self.note(error);
        self.counts.0 += 1;
    }

    pub(crate) fn left_out(&mut self, error: Error) {
        self.note(error);
        self.counts.1 += 1;
    }

    fn note(&mut self, error: Error) {
        if self.counts == NONE {
            self.first = error.into_steps();
        }
    }

    #[inline]
    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }

    /// Forgets what was noted since `earlier` about a part that is left out after all.
    pub(crate) fn restore(&mut self, earlier: Counts) {
        self.counts = earlier;
    }

    /// The writer leaves the part that `steps` name, innermost first; `earlier` was counted when it entered.
    #[inline]
    pub(crate) fn leave(&mut self, earlier: Counts, steps: impl FnOnce() -> Vec<Step>) {
        if earlier == NONE && self.counts != NONE {
            self.go_on(steps());
        }
    }

    #[cold]
    #[inline(never)]
    fn go_on(&mut self, mut steps: Vec<Step>) {
        self.first.append(&mut steps);
    }

    pub(crate) fn first(&self) -> &[Step] {
        &self.first
    }
}
