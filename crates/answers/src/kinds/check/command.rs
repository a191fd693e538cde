//! The command.

use crate::kinds::check::question::CheckEntries;
use crate::kinds::command_kind::{CommandDoc, CommandKind};

impl CommandKind for CheckEntries {
    const COMMAND: CommandDoc = CommandDoc {
        examples: &[
            "'1.....3..4.....2' --entries '.24.............'",
            "games.ndjson   with `puzzle`, `entries` and `marks` in each line",
        ],
        advice: Some("nothing to check: give --entries or --marks, or both in lines of JSON"),
        ..CommandDoc::PLAIN
    };
}
