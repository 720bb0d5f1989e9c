//! What an experiment found.

use std::fmt;

use super::Experiment;

/// Tables, a chart and remarks.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The tables.
    pub tables: Vec<Table>,
    /// A chart as SVG.
    pub chart: Option<String>,
    /// What to know when reading them.
    pub notes: Vec<String>,
}

/// Rows of text under headings.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The headings.
    pub columns: Vec<String>,
    /// The rows, as long as the headings.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new<S: Into<String>>(title: &str, columns: impl IntoIterator<Item = S>) -> Self {
        Self {
            title: title.to_owned(),
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn push<S: Into<String>>(&mut self, row: impl IntoIterator<Item = S>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    /// The table as lines of comma-separated values, the headings first.
    pub fn to_csv(&self) -> String {
        let line = |cells: &Vec<String>| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",");
        [&self.columns].into_iter().chain(&self.rows).map(|cells| line(cells) + "\n").collect()
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// Markdown, with columns of even width. All but the first are numbers, so they stand right.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| {
                let cells = self.rows.iter().chain([&self.columns]).filter_map(|row| row.get(column));
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(3)
            })
            .collect();
        let write_row = |f: &mut fmt::Formatter<'_>, row: &[String]| {
            for (index, (cell, width)) in row.iter().zip(&widths).enumerate() {
                if index == 0 { write!(f, "| {cell:<width$} ") } else { write!(f, "| {cell:>width$} ") }?;
            }
            writeln!(f, "|")
        };
        writeln!(f, "{}\n", self.title)?;
        write_row(f, &self.columns)?;
        for (index, width) in widths.iter().enumerate() {
            let dashes = "-".repeat(*width);
            if index == 0 { write!(f, "| {dashes} ")? } else { write!(f, "| {}: ", &dashes[1..])? }
        }
        writeln!(f, "|")?;
        self.rows.iter().try_for_each(|row| write_row(f, row))
    }
}

impl Findings {
    /// The page of an experiment: `command` is what was run, and `circumstances` on what machine.
    pub fn to_markdown(&self, experiment: &Experiment, command: &str, circumstances: &str) -> String {
        let Experiment { name, about, original, .. } = experiment;
        let mut parts = vec![
            format!("# {name}\n"),
            format!("{about}\n"),
            format!("The original: {original}\n"),
            format!("`{command}`, {circumstances}\n"),
        ];
        parts.extend(self.tables.iter().map(ToString::to_string));
        parts.extend(self.chart.iter().map(|_| format!("![{name}]({name}.svg)\n")));
        let notes: String = self.notes.iter().flat_map(|note| ["- ", note, "\n"]).collect();
        parts.extend((!notes.is_empty()).then_some(notes));
        parts.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_markdown_and_csv() {
        let mut table = Table::new("Speeds", ["board", "Mnps"]);
        table.push(["0x88, plain", "12"]);
        assert_eq!(
            table.to_string(),
            "Speeds\n\n| board       | Mnps |\n| ----------- | ---: |\n| 0x88, plain |   12 |\n"
        );
        assert_eq!(table.to_csv(), "board,Mnps\n\"0x88, plain\",12\n");
    }
}
