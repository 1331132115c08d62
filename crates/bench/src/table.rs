//! Results as tables in Markdown.

use std::fmt::Write;

use crate::report::Results;
use crate::view::View;

impl Results {
    /// All tables of the results, each under its heading, and how many answers there are and how many are right.
    pub fn markdown(&self) -> String {
        let tables = self.tables.iter().map(|view| self.table(view));
        let tables: Vec<String> = tables.chain(self.answers()).chain(self.solved()).collect();
        tables.join("\n")
    }

    fn table(&self, view: &View) -> String {
        let columns = view.shown(self);
        let mut text = format!("### {}\n\n| model |", view.title);
        for column in &columns {
            let own = if column.measure == view.measure { "" } else { column.measure.suffix() };
            let _ = write!(text, " {}{own} |", column.name);
        }
        let _ = writeln!(text, "\n| --- |{}", " ---: |".repeat(columns.len()));
        for row in view.rows(self) {
            let _ = write!(text, "| {} |", row.model);
            for column in &columns {
                let value = self.value(row, column.index, column.measure);
                let _ = write!(text, " {} |", value.map_or(String::new(), |v| column.measure.format(v)));
            }
            text.push('\n');
        }
        text
    }
}
