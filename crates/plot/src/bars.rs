//! Bars of shares: won, drawn and lost.

use std::fmt;

use super::escape;

/// Horizontal bars, each divided by three counts. Its `Display` is a whole SVG document.
///
/// ```
/// use plot::{Bar, Bars};
///
/// let svg = Bars::new("A match", ["won", "drawn", "lost"]).bar(Bar::new("new - old", [5, 2, 3])).to_string();
/// assert!(svg.starts_with("<svg") && svg.contains("new - old"));
/// ```
#[derive(Clone, Debug)]
pub struct Bars {
    title: String,
    parts: [String; 3],
    rows: Vec<Bar>,
}

/// One bar.
#[derive(Clone, Debug)]
pub struct Bar {
    name: String,
    counts: [u64; 3],
}

impl Bar {
    /// A bar of three counts.
    pub fn new(name: &str, counts: [u64; 3]) -> Self {
        Self { name: name.to_owned(), counts }
    }

    fn total(&self) -> f64 {
        self.counts.iter().sum::<u64>().max(1) as f64
    }

    /// The points of the first as a share of all, and how uncertain it is: twice the standard error
    /// of the mean of independent games.
    fn score(&self) -> (f64, f64) {
        let [won, drawn, _] = self.counts.map(|count| count as f64);
        let games = self.total();
        let score = (won + drawn / 2.0) / games;
        let variance = (won + drawn / 4.0) / games - score * score;
        (score, 2.0 * (variance.max(0.0) / games).sqrt())
    }
}

/// Green, grey and orange, which most color-blind people can tell apart.
const COLORS: [&str; 3] = ["#009e73", "#bbbbbb", "#d55e00"];
const WIDTH: f64 = 960.0;
const LEFT: f64 = 270.0;
const RIGHT: f64 = 930.0;
const TOP: f64 = 84.0;
const STEP: f64 = 30.0;

impl Bars {
    /// A chart without bars; `parts` names the counts.
    pub fn new(title: &str, parts: [&str; 3]) -> Self {
        Self { title: title.to_owned(), parts: parts.map(str::to_owned), rows: Vec::new() }
    }

    /// Adds a bar below the others.
    #[must_use]
    pub fn bar(mut self, bar: Bar) -> Self {
        self.rows.push(bar);
        self
    }

    fn draw_legend(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (part, color)) in self.parts.iter().zip(COLORS).enumerate() {
            let x = LEFT + 110.0 * index as f64;
            writeln!(f, r#"<rect x="{x}" y="46" width="14" height="14" fill="{color}"/>"#)?;
            writeln!(f, r#"<text x="{}" y="58">{}</text>"#, x + 20.0, escape(part))?;
        }
        Ok(())
    }

    fn draw_bar(f: &mut fmt::Formatter<'_>, bar: &Bar, y: f64) -> fmt::Result {
        writeln!(f, r#"<text x="20" y="{}" xml:space="preserve">{}</text>"#, y + 15.0, escape(&bar.name))?;
        let mut x = LEFT;
        for (count, color) in bar.counts.iter().zip(COLORS) {
            let width = (RIGHT - LEFT) * *count as f64 / bar.total();
            writeln!(f, r#"<rect x="{x:.1}" y="{y}" width="{width:.1}" height="20" fill="{color}"/>"#)?;
            if width > 24.0 {
                let middle = x + width / 2.0;
                writeln!(f, r#"<text x="{middle:.1}" y="{}" text-anchor="middle">{count}</text>"#, y + 15.0)?;
            }
            x += width;
        }
        let (score, error) = bar.score();
        let place = |share: f64| LEFT + (RIGHT - LEFT) * share.clamp(0.0, 1.0);
        let (from, to, at) = (place(score - error), place(score + error), place(score));
        let middle = y + 10.0;
        writeln!(
            f,
            r##"<path d="M{from:.1} {middle}H{to:.1}M{from:.1} {}v8M{to:.1} {}v8M{at:.1} {}v12" stroke="#222222"/>"##,
            middle - 4.0,
            middle - 4.0,
            middle - 6.0
        )
    }
}

impl fmt::Display for Bars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let height = TOP + STEP * self.rows.len() as f64 + 20.0;
        writeln!(
            f,
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12" fill="#222222">"##
        )?;
        writeln!(f, r##"<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>"##)?;
        writeln!(f, r#"<text x="20" y="28" font-size="17">{}</text>"#, escape(&self.title))?;
        self.draw_legend(f)?;
        for (index, bar) in self.rows.iter().enumerate() {
            Self::draw_bar(f, bar, TOP + STEP * index as f64)?;
        }
        f.write_str("</svg>\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_counts_draws_half() {
        let (score, error) = Bar::new("", [46, 22, 32]).score();
        assert!((score - 0.57).abs() < 1e-9);
        assert!((error - 0.0872).abs() < 1e-3, "{error}");
        assert_eq!(Bar::new("", [0, 0, 0]).score(), (0.0, 0.0));
    }
}
