//! What the experiments found: the tables of `docs/lab`, as they were when the program was built.
//!
//! Read is as much of Markdown as is written there: headings, paragraphs, lists and tables. A section
//! counts if one of its tables has figures.

use std::borrow::Cow;

use rust_embed::Embed;

use crate::protocol::lab::ResultSection;
use crate::protocol::library::TextTable;

#[derive(Embed)]
#[folder = "../../docs/lab"]
struct Pages;

/// The pages by name, `README.md` first.
fn pages() -> Vec<Cow<'static, str>> {
    let mut names: Vec<_> = Pages::iter().filter(|name| name.ends_with(".md")).collect();
    // `false` comes first.
    names.sort_by_key(|name| (name != "README.md", name.to_string()));
    names
}

/// All sections with figures, those of `README.md` first.
pub(crate) fn sections() -> Vec<ResultSection> {
    let pages = pages().into_iter().filter_map(|name| Pages::get(&name));
    let texts = pages.filter_map(|page| String::from_utf8(page.data.into_owned()).ok());
    texts.flat_map(|text: String| read(&text)).filter(has_figures).collect()
}

fn has_figures(section: &ResultSection) -> bool {
    let cells = section.tables.iter().flat_map(|table| table.rows.iter().flatten());
    cells.into_iter().any(|cell| cell.starts_with(|first: char| first.is_ascii_digit()))
}

/// The sections of a page.
fn read(text: &str) -> Vec<ResultSection> {
    let mut sections: Vec<ResultSection> = Vec::new();
    let mut is_code = false;
    for block in blocks(text) {
        let first = block[0];
        // A line between blocks may also be one of a listing.
        let fences = block.iter().filter(|line| line.starts_with("```")).count();
        let was_code = is_code;
        is_code ^= fences % 2 == 1;
        if was_code || fences > 0 {
            continue;
        }
        if first.starts_with('#') {
            let title = first.trim_start_matches('#').trim().to_owned();
            sections.push(ResultSection { title, about: Vec::new(), tables: Vec::new(), notes: Vec::new() });
        } else if let Some(section) = sections.last_mut() {
            section.take(&block);
        }
    }
    sections
}

/// Runs of lines without an empty one; a heading is a block of its own.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.lines().map(str::trim) {
        let ends_block = line.is_empty() || line.starts_with("# ") || line.starts_with("##");
        if ends_block {
            blocks.push(Vec::new());
        }
        if let Some(block) = blocks.last_mut().filter(|_| !line.is_empty()) {
            block.push(line);
        }
        if line.starts_with('#') && ends_block {
            blocks.push(Vec::new());
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

impl ResultSection {
    fn take(&mut self, block: &[&str]) {
        match block[0].as_bytes() {
            [b'|', ..] => self.take_table(block),
            // Charts are made of the tables.
            [b'!', ..] => {}
            [b'-', ..] => {
                for line in block {
                    match (line.strip_prefix("- "), self.notes.last_mut()) {
                        (None, Some(note)) => note.extend([" ", line]),
                        (item, _) => self.notes.push(item.unwrap_or(line).to_owned()),
                    }
                }
            }
            _ if self.tables.is_empty() => self.about.push(block.join(" ")),
            _ => self.notes.push(block.join(" ")),
        }
    }

    fn take_table(&mut self, lines: &[&str]) {
        let mut rows = lines.iter().map(|line| cells(line));
        let columns = rows.next().unwrap_or_default();
        // The second line is dashes.
        let rows = rows.skip(1).collect();
        // The line above a table of an experiment is its title.
        let is_title = |line: &String| !line.ends_with(['.', ':']) && !line.starts_with('`');
        let title = self.about.pop_if(|line| is_title(line)).unwrap_or_default();
        self.tables.push(TextTable { title, columns, rows });
    }
}

fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_an_experiment_is_read() {
        let page = "# searches\n\nHow many nodes?\n\nThe original: none.\n\nNodes of all\n\n\
            | depth | minimax |\n| ----- | ------: |\n| 1     |     636 |\n\n![searches](searches.svg)\n\n\
            - One note\n- that goes\n  on.\n";
        let expected = ResultSection {
            title: "searches".to_owned(),
            about: ["How many nodes?", "The original: none."].map(str::to_owned).into(),
            tables: vec![TextTable {
                title: "Nodes of all".to_owned(),
                columns: ["depth", "minimax"].map(str::to_owned).into(),
                rows: vec![["1", "636"].map(str::to_owned).into()],
            }],
            notes: ["One note", "that goes on."].map(str::to_owned).into(),
        };
        assert_eq!(read(page), [expected]);
    }

    #[test]
    fn listings_are_left_out() {
        let page = "# Title\n\nText.\n\n```\n# a comment\n\n| no | table |\n```\n\n## Second\nMore.\n";
        let sections = read(page);
        assert_eq!(sections.iter().map(|section| &*section.title).collect::<Vec<_>>(), ["Title", "Second"]);
        assert_eq!(
            (&*sections[0].about, &*sections[1].about),
            (&["Text.".to_owned()][..], &["More.".to_owned()][..])
        );
        assert!(sections.iter().all(|section| section.tables.is_empty()));
    }

    #[test]
    fn every_table_of_an_experiment_is_there() {
        let found = sections();
        for name in pages().into_iter().filter(|name| name != "README.md") {
            let experiment = name.trim_end_matches(".md");
            let section = found.iter().find(|section| section.title == experiment).expect(experiment);
            assert!(!section.tables.is_empty(), "{experiment}");
            for table in &section.tables {
                assert!(
                    table.rows.iter().all(|row| row.len() == table.columns.len()),
                    "{experiment}: {table:?}"
                );
            }
        }
        let searches = found.iter().find(|section| section.title == "searches").expect("searches");
        assert_eq!(searches.tables[0].columns, ["depth", "minimax", "alpha-beta", "negascout", "MTD(f)"]);
    }
}
