use domain::model::{SpecKey, SpecValue, Specs};

/// Facts on their way into `Specs`: the first value of a key stays, and implausible values are dropped.
#[derive(Default)]
pub(super) struct SpecsBuilder {
    specs: Specs,
}

impl SpecsBuilder {
    pub(super) fn integer(&mut self, key: SpecKey, value: impl Into<i64>) {
        self.put(key, SpecValue::Integer(value.into()));
    }

    pub(super) fn number(&mut self, key: SpecKey, value: f64) {
        self.put(key, SpecValue::Number(value));
    }

    pub(super) fn text(&mut self, key: SpecKey, value: &str) {
        self.put(key, SpecValue::Text(value.to_owned()));
    }

    /// Overwrites a value that a term only presumed.
    pub(super) fn correct(&mut self, key: SpecKey, value: &str) {
        // The text is one of ours, within every bound.
        let _ = self.specs.insert(key, SpecValue::Text(value.to_owned()));
    }

    pub(super) fn flag(&mut self, key: SpecKey, value: bool) {
        self.put(key, SpecValue::Flag(value));
    }

    pub(super) fn put(&mut self, key: SpecKey, value: SpecValue) {
        if self.specs.get(key).is_none() {
            // An error means that the number is out of the plausible range and has another meaning;
            // the fact is dropped.
            let _ = self.specs.insert(key, value);
        }
    }

    pub(super) fn number_of(&self, key: SpecKey) -> Option<i64> {
        self.specs.integer(key)
    }

    pub(super) fn has(&self, key: SpecKey) -> bool {
        self.specs.get(key).is_some()
    }

    pub(super) fn text_of(&self, key: SpecKey) -> Option<&str> {
        self.specs.text(key)
    }

    pub(super) fn finish(self) -> Specs {
        self.specs
    }
}
