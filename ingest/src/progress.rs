//! Progress of long work: bars on a terminal, hidden elsewhere.

use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::output::Output;

/// Several progress bars below each other, or none.
#[derive(Clone)]
pub struct Progress {
    bars: Option<MultiProgress>,
}

/// One progress bar.
#[derive(Clone)]
pub struct Bar(ProgressBar);

impl Progress {
    /// Shows bars only on a terminal.
    pub fn new(output: &Output) -> Self {
        Self { bars: output.is_terminal().then(MultiProgress::new) }
    }

    /// Adds a bar of bytes; `length` is `None` where the total is unknown.
    pub fn bytes(&self, label: &str, length: Option<u64>) -> Bar {
        let template = match length {
            Some(_) => "{prefix:<20} {bar:30.cyan} {bytes}/{total_bytes} {msg}",
            None => "{prefix:<20} {spinner} {bytes} {msg}",
        };
        self.add(label, length, template)
    }

    /// Adds a line for work without a known end.
    pub fn spinner(&self, label: &str) -> Bar {
        self.add(label, None, "{prefix:<20} {spinner:.cyan} {msg} ({elapsed})")
    }

    fn add(&self, label: &str, length: Option<u64>, template: &str) -> Bar {
        let Some(bars) = &self.bars else {
            return Bar(ProgressBar::hidden());
        };
        let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
        let bar = bars.add(bar);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(label.to_owned());
        bar.enable_steady_tick(Duration::from_millis(120));
        Bar(bar)
    }
}

impl Bar {
    /// Returns the inner bar, to wrap a reader.
    pub fn inner(&self) -> &ProgressBar {
        &self.0
    }

    /// Sets the message.
    pub fn set_message(&self, text: impl Into<std::borrow::Cow<'static, str>>) {
        self.0.set_message(text);
    }

    /// Ends the bar; its line stays.
    pub fn finish(&self, text: impl Into<std::borrow::Cow<'static, str>>) {
        self.0.finish_with_message(text);
    }

    /// Ends the bar and removes its line.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
