//! Charts as SVG: lines for learning curves, losses and strengths over time, bars for matches.

mod bars;

pub use bars::{Bar, Bars};

use std::fmt;

/// A chart of lines over a common axis. Its `Display` is a whole SVG document.
///
/// ```
/// use plot::Plot;
///
/// let squares = (0..10).map(|x| (f64::from(x), f64::from(x * x)));
/// let svg = Plot::new("Squares", "number", "square").line("x * x", squares).to_string();
/// assert!(svg.starts_with("<svg") && svg.contains("Squares"));
/// ```
#[derive(Clone, Debug)]
pub struct Plot {
    title: String,
    x_label: String,
    y_label: String,
    lines: Vec<Line>,
    logarithmic: bool,
    trimmed: bool,
}

#[derive(Clone, Debug)]
struct Line {
    name: String,
    points: Vec<(f64, f64)>,
}

/// Colors that can be told apart on white, also by most color-blind people.
const COLORS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c564b", "#555555"];
/// Lines beyond the last color start over with the next of these dashes.
const DASHES: [&str; 3] = ["", " stroke-dasharray=\"7 3\"", " stroke-dasharray=\"2 3\""];

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 540.0;
const LEFT: f64 = 76.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 60.0;
const LEGEND: f64 = 262.0;

impl Plot {
    /// An empty chart.
    pub fn new(title: impl Into<String>, x_label: impl Into<String>, y_label: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            x_label: x_label.into(),
            y_label: y_label.into(),
            lines: Vec::new(),
            logarithmic: false,
            trimmed: false,
        }
    }

    /// Adds a line; points that are not finite numbers are left out.
    #[must_use]
    pub fn line(mut self, name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let points = points.into_iter().filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        self.lines.push(Line { name: name.into(), points });
        self
    }

    /// Gives the vertical axis a logarithmic scale; points that are not positive are left out.
    #[must_use]
    pub const fn logarithmic(mut self) -> Self {
        self.logarithmic = true;
        self
    }

    /// Fits the vertical axis to the ends of the lines and to all but the most extreme hundredth of
    /// the values at either side, so that a few spikes, which are cut off, do not flatten the rest.
    #[must_use]
    pub const fn trimmed(mut self) -> Self {
        self.trimmed = true;
        self
    }

    /// A value on the scale of the vertical axis.
    fn scaled(&self, y: f64) -> f64 {
        if self.logarithmic { y.log10() } else { y }
    }

    fn visible(&self) -> impl Iterator<Item = (f64, f64)> {
        let points = self.lines.iter().flat_map(|line| &line.points).copied();
        points.filter(|&(_, y)| !self.logarithmic || y > 0.0).map(|(x, y)| (x, self.scaled(y)))
    }

    fn axes(&self) -> (Axis, Axis) {
        let x = Axis::around(self.visible().map(|(x, _)| x), LEFT, WIDTH - LEGEND);
        let mut values: Vec<f64> = self.visible().map(|(_, y)| y).collect();
        values.sort_unstable_by(f64::total_cmp);
        let extreme = if self.trimmed { values.len() / 100 } else { 0 };
        let shown = values[extreme..values.len() - extreme].iter().copied();
        // The last value of a line is never cut off.
        let ends = self.lines.iter().filter_map(|line| line.points.last()).map(|&(_, y)| self.scaled(y));
        let mut y = Axis::around(shown.chain(ends.filter(|y| y.is_finite())), HEIGHT - BOTTOM, TOP);
        if self.logarithmic {
            y = y.in_whole_steps();
        }
        (x, y)
    }

    fn draw_grid(&self, f: &mut fmt::Formatter<'_>, x: &Axis, y: &Axis) -> fmt::Result {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - LEGEND);
        for tick in x.ticks() {
            let at = x.place(tick);
            writeln!(f, r##"<path d="M{at:.1} {TOP}V{bottom}" stroke="#e4e4e4"/>"##)?;
            let text = number(tick);
            writeln!(f, r#"<text x="{at:.1}" y="{}" text-anchor="middle">{text}</text>"#, bottom + 20.0)?;
        }
        for tick in y.ticks() {
            let at = y.place(tick);
            let zero = tick == 0.0 && !self.logarithmic;
            let color = if zero { "#999999" } else { "#e4e4e4" };
            writeln!(f, r#"<path d="M{LEFT} {at:.1}H{right}" stroke="{color}"/>"#)?;
            let text = number(if self.logarithmic { 10_f64.powf(tick) } else { tick });
            let (left, middle) = (LEFT - 8.0, at + 4.0);
            writeln!(f, r#"<text x="{left}" y="{middle:.1}" text-anchor="end">{text}</text>"#)?;
        }
        writeln!(f, r##"<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="#333333"/>"##)
    }

    fn draw_line(&self, f: &mut fmt::Formatter<'_>, index: usize, x: &Axis, y: &Axis) -> fmt::Result {
        let Line { name, points } = &self.lines[index];
        let color = COLORS[index % COLORS.len()];
        let dash = DASHES[index / COLORS.len() % DASHES.len()];
        write!(
            f,
            r#"<polyline clip-path="url(#plane)" fill="none" stroke="{color}" stroke-width="1.6"{dash} points=""#
        )?;
        for &(across, up) in points.iter().filter(|(_, up)| !self.logarithmic || *up > 0.0) {
            write!(f, "{:.1},{:.1} ", x.place(across), y.place(self.scaled(up)))?;
        }
        writeln!(f, r#""/>"#)?;
        let (left, top) = (WIDTH - LEGEND + 16.0, TOP + 12.0 + 20.0 * index as f64);
        writeln!(f, r#"<path d="M{left} {top}h22" stroke="{color}" stroke-width="2"{dash}/>"#)?;
        writeln!(f, r#"<text x="{}" y="{}">{}</text>"#, left + 28.0, top + 4.0, escape(name))
    }
}

impl fmt::Display for Plot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let height = HEIGHT.max(TOP + 20.0 * (self.lines.len() + 1) as f64);
        writeln!(
            f,
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12" fill="#222222">"##
        )?;
        writeln!(f, r##"<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>"##)?;
        let middle = f64::midpoint(LEFT, WIDTH - LEGEND);
        let title = escape(&self.title);
        writeln!(f, r#"<text x="{middle}" y="28" text-anchor="middle" font-size="17">{title}</text>"#)?;
        let x_label = escape(&self.x_label);
        writeln!(f, r#"<text x="{middle}" y="{}" text-anchor="middle">{x_label}</text>"#, HEIGHT - 16.0)?;
        let (center, y_label) = (f64::midpoint(TOP, HEIGHT - BOTTOM), escape(&self.y_label));
        writeln!(
            f,
            r#"<text transform="translate(18 {center}) rotate(-90)" text-anchor="middle">{y_label}</text>"#
        )?;
        let (width, tall) = (WIDTH - LEGEND - LEFT, HEIGHT - BOTTOM - TOP);
        writeln!(
            f,
            r#"<clipPath id="plane"><rect x="{LEFT}" y="{TOP}" width="{width}" height="{tall}"/></clipPath>"#
        )?;
        let (x, y) = self.axes();
        self.draw_grid(f, &x, &y)?;
        for index in 0..self.lines.len() {
            self.draw_line(f, index, &x, &y)?;
        }
        f.write_str("</svg>\n")
    }
}

/// A range of numbers and its place on the page.
#[derive(Clone, Copy, Debug)]
struct Axis {
    least: f64,
    most: f64,
    step: f64,
    start: f64,
    end: f64,
}

impl Axis {
    /// An axis between round numbers that covers all values.
    fn around(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Self {
        let (mut least, mut most) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if least > most {
            (least, most) = (0.0, 1.0);
        }
        if most - least < 1e-9 * least.abs().max(1e-9) {
            (least, most) = (least - 0.5, most + 0.5);
        }
        let step = round_step((most - least) / 7.0);
        let (least, most) = ((least / step).floor() * step, (most / step).ceil() * step);
        Self { least, most, step, start, end }
    }

    /// The same range with ticks at whole numbers only: at powers of ten, if these are logarithms.
    fn in_whole_steps(self) -> Self {
        Self { least: self.least.floor(), most: self.most.ceil(), step: self.step.max(1.0), ..self }
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (least, step) = (self.least, self.step);
        let count = ((self.most - least) / step).round() as u32;
        // Counted in whole steps, so that zero is zero.
        (0..=count).map(move |tick| ((least / step).round() + f64::from(tick)) * step)
    }

    fn place(&self, value: f64) -> f64 {
        self.start + (value - self.least) / (self.most - self.least) * (self.end - self.start)
    }
}

/// The next greater number of 1, 2, 5, 10, 20, 50 and so on.
fn round_step(least: f64) -> f64 {
    let magnitude = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * magnitude);
    steps.into_iter().find(|&step| step >= least).unwrap_or(10.0 * magnitude)
}

/// The label of a tick, as short as possible.
fn number(value: f64) -> String {
    let size = value.abs();
    if value != 0.0 && !(1e-3..1e7).contains(&size) {
        format!("{value:.0e}")
    } else if size >= 1000.0 {
        thousands(value)
    } else {
        // The product of a round step may have a long decimal tail.
        format!("{}", (value * 1e4).round() / 1e4)
    }
}

/// A whole number with its digits in groups of three.
fn thousands(whole: f64) -> String {
    let digits = format!("{:.0}", whole.abs());
    let mut text = String::from(if whole < 0.0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_ticks_around_all_values() {
        let axis = Axis::around([-0.3, 1.72].into_iter(), 0.0, 100.0);
        let ticks: Vec<String> = axis.ticks().map(number).collect();
        assert_eq!(ticks, ["-0.5", "0", "0.5", "1", "1.5", "2"]);
        assert!(axis.place(-0.3) > 0.0 && axis.place(1.72) < 100.0);
        let flat = Axis::around([3.0].into_iter(), 0.0, 1.0);
        assert!((flat.place(3.0) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 20000.0, -1234567.0, 0.25, 0.0001, 1e9].map(number);
        assert_eq!(texts, ["0", "20 000", "-1 234 567", "0.25", "1e-4", "1e9"]);
    }

    #[test]
    fn every_point_that_can_be_drawn_is_drawn() {
        let points = [(0.0, 1.0), (1.0, f64::NAN), (2.0, 100.0), (3.0, 0.0)];
        let plot = Plot::new("a < b", "x", "y").line("one & only", points);
        let drawn = |svg: &str| {
            let line = svg.lines().find(|line| line.starts_with("<polyline")).expect("a line");
            line.matches(',').count()
        };
        let svg = plot.to_string();
        assert_eq!(drawn(&svg), 3);
        assert!(svg.contains("a &lt; b") && svg.contains("one &amp; only"));
        assert_eq!(drawn(&plot.logarithmic().to_string()), 2);
    }

    #[test]
    fn a_spike_does_not_flatten_a_trimmed_chart() {
        let points = (0..200).map(|x| (f64::from(x), if x == 7 { 1e6 } else { f64::from(x % 5) }));
        let plot = Plot::new("", "", "").line("", points);
        assert!(plot.axes().1.most >= 1e6);
        assert!(plot.trimmed().axes().1.most < 10.0);
    }

    #[test]
    fn an_empty_chart_is_a_chart() {
        assert!(Plot::new("", "", "").to_string().ends_with("</svg>\n"));
    }
}
