//! Progress bars in one style, on stderr if it is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for work of which a part may be done already.
pub fn bar(done: u64, total: u64, unit: &str) -> ProgressBar {
    let bar = styled(total, &format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{eta}} left  {{msg}}"));
    bar.set_position(done);
    bar.reset_eta();
    bar
}

/// A bar for reading a file.
pub fn reading(bytes: u64) -> ProgressBar {
    styled(bytes, "{bar:30} {bytes}/{total_bytes} read, {eta} left")
}

/// A sign of life for work of unknown length; its message says what is being done.
pub fn spinner(name: &str) -> ProgressBar {
    let bar = styled(0, &format!("{{spinner}} {name}, {{elapsed}}: {{msg}}"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn styled(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is right");
    ProgressBar::new(length).with_style(style)
}
