//! Which objects are equal: by address, by what the sdk room can tell, and where that does not decide by Python's own hash and `==`.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use smallvec::{SmallVec, smallvec};

use super::Call;
use crate::error::{Error, Result};
use crate::sdk::likeness::{Compared, Likeness, Verdict};

/// Up to this many objects are found by looking at all of them.
pub(super) const FEW: usize = 32;

/// Objects in classes of equals, numbered in order of first sight.
pub(super) struct Equals<'py> {
    compared: Compared,
    /// Every object seen, with its class; held, so that no other object can take an address.
    seen: SmallVec<[(Bound<'py, PyAny>, usize); 1]>,
    by_address: HashMap<usize, usize>,
    /// The first object of each class, and the record that brought it.
    firsts: SmallVec<[(Bound<'py, PyAny>, Option<usize>); 1]>,
    /// What the sdk room needs to compare them, read when a second object appears.
    likenesses: Vec<Option<Likeness<'py>>>,
    /// The first objects by Python's hash and equality, as far as that was needed.
    by_equality: Option<Bound<'py, PyDict>>,
    indexed: usize,
}

impl<'py> Equals<'py> {
    pub(super) fn of(compared: Compared) -> Self {
        Self {
            compared,
            seen: smallvec![],
            by_address: HashMap::new(),
            firsts: smallvec![],
            likenesses: Vec::new(),
            by_equality: None,
            indexed: 0,
        }
    }

    /// The number of the value's class, new or seen before.
    pub(super) fn class_of(&mut self, value: &Bound<'py, PyAny>, call: &mut Call<'py>) -> Result<usize> {
        if let Some(class) = self.class_by_address(value) {
            return Ok(class);
        }
        // In replace mode an object that can't be compared is equal to none.
        let known = match self.class_by_equality(value, call) {
            Ok(known) => known,
            Err(error) => {
                call.must_repair(error)?;
                None
            }
        };
        let class = known.unwrap_or(self.firsts.len());
        if known.is_none() {
            self.firsts.push((value.clone(), call.record()));
        }
        self.seen.push((value.clone(), class));
        if self.seen.len() > FEW {
            let unindexed = self.seen.iter().skip(self.by_address.len());
            self.by_address.extend(unindexed.map(|(seen, class)| (seen.as_ptr() as usize, *class)));
        }
        Ok(class)
    }

    fn class_by_address(&self, value: &Bound<'py, PyAny>) -> Option<usize> {
        if self.seen.len() <= FEW {
            return self.seen.iter().find(|(seen, _)| seen.is(value)).map(|&(_, class)| class);
        }
        self.by_address.get(&(value.as_ptr() as usize)).copied()
    }

    /// A hash of the SDK's `Resource` costs some 43,000 instructions, as much as ten small spans, and one of a scope some 2,000:
    /// with few classes, comparing is cheaper.
    fn class_by_equality(&mut self, value: &Bound<'py, PyAny>, call: &mut Call<'py>) -> Result<Option<usize>> {
        if self.firsts.is_empty() {
            return Ok(None);
        }
        if self.firsts.len() <= FEW {
            for (first, _) in self.firsts.iter().skip(self.likenesses.len()) {
                self.likenesses.push(Likeness::of(self.compared, first, &mut call.session));
            }
            match self.class_by_likeness(value, call)? {
                Verdict::Equal(class) => return Ok(Some(class)),
                Verdict::Different => return Ok(None),
                Verdict::AskPython => {}
            }
        }
        let by_equality = self.by_equality.get_or_insert_with(|| PyDict::new(call.py));
        for (class, (first, record)) in self.firsts.iter().enumerate().skip(self.indexed) {
            // One that fails is not asked again.
            self.indexed = class + 1;
            if let Err(error) = by_equality.set_item(first, class) {
                call.must_repair(Error::from(error).about(*record))?;
            }
        }
        Ok(by_equality.get_item(value)?.map(|class| class.extract()).transpose()?)
    }

    fn class_by_likeness(&self, value: &Bound<'py, PyAny>, call: &mut Call<'py>) -> PyResult<Verdict> {
        let Some(likeness) = Likeness::of(self.compared, value, &mut call.session) else {
            return Ok(Verdict::AskPython);
        };
        for (class, first) in self.likenesses.iter().enumerate() {
            let verdict = match first {
                Some(first) => first.compare(&likeness, class)?,
                None => Verdict::AskPython,
            };
            if verdict != Verdict::Different {
                return Ok(verdict);
            }
        }
        Ok(Verdict::Different)
    }
}
