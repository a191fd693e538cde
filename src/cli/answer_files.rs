//! Files into which a command writes texts of an answer, such as a proof and its formula.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::error::{Error, ErrorKind};
use clap::{ArgAction, ArgMatches, Command};
use quadrille_answers::wire::FileOption;

use super::output::OutputFile;

/// Files for texts of an answer: `None` for a text that is not wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AnswerFiles(Vec<Option<PathBuf>>);

impl AnswerFiles {
    /// Lets the values of these options of a command be files, for one puzzle or problem.
    pub(super) fn add_to(options: &[FileOption], command: Command, subject: &str) -> Command {
        options.iter().fold(command, |command, FileOption { option, .. }| {
            command.mut_arg(option, |argument| {
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                let help = format!("{help}; or the file into which it is written, for one {subject}");
                argument.action(ArgAction::Append).value_name("FORMAT|FILE").help(help)
            })
        })
    }

    /// Reads these options of a command, and replaces them in its query by their formats.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse).
    pub(super) fn from_matches(
        options: &[FileOption],
        matches: &ArgMatches,
        query: &mut Vec<(&'static str, Option<String>)>,
    ) -> Result<Self, Error> {
        let values = |FileOption { option, .. }: &FileOption| -> Vec<String> {
            matches.get_many(option).into_iter().flatten().cloned().collect()
        };
        let values: Vec<Vec<String>> = options.iter().map(values).collect();
        let (files, formats) = Self::parse(options, &values)
            .map_err(|fault| Error::raw(ErrorKind::ValueValidation, format!("{fault}\n")))?;
        for (FileOption { option, .. }, format) in options.iter().zip(formats) {
            query.retain(|(name, _)| name != option);
            query.push((option, format));
        }
        Ok(files)
    }

    /// Reads the values of options: a name is a format, and a value with an extension or a folder is a file. Returns the files, and the
    /// formats of the options. By default the extension of a file names its format.
    ///
    /// # Errors
    /// If an option has two files or two formats, or two options have the same file.
    fn parse(options: &[FileOption], values: &[Vec<String>]) -> Result<(Self, Vec<Option<String>>), String> {
        let (mut files, mut formats) = (Vec::new(), Vec::new());
        for (FileOption { option, extension: (extension, format) }, values) in options.iter().zip(values) {
            let (of_option, named): (Vec<&String>, Vec<&String>) =
                values.iter().partition(|value| is_file(value));
            let (file, named) = match (&of_option[..], &named[..]) {
                ([], []) => (None, None),
                ([], [named]) => (None, Some(*named)),
                ([file], []) => (Some(*file), None),
                ([file], [named]) => (Some(*file), Some(*named)),
                _ => {
                    return Err(format!(
                        "--{option} may have one format, and one file: {}",
                        values.join(", ")
                    ));
                }
            };
            let file = file.map(PathBuf::from);
            if file.is_some() && files.contains(&file) {
                return Err(format!("--{option}: another option has the same file"));
            }
            let has_extension =
                file.as_deref().and_then(Path::extension).is_some_and(|found| found == *extension);
            let of_file = has_extension.then(|| (*format).to_owned());
            files.push(file);
            formats.push(named.cloned().or(of_file));
        }
        Ok((Self(files), formats))
    }

    /// Whether there are no files.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Whether the last of the texts has a file.
    pub(super) fn has_last(&self) -> bool {
        self.0.last().is_some_and(Option::is_some)
    }

    /// Writes each text into its file, which is replaced if it exists. A file appears when it is complete.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn write(&self, texts: &[String]) -> anyhow::Result<()> {
        for (path, text) in self.0.iter().zip(texts) {
            let Some(path) = path else { continue };
            let failed = || format!("cannot write {}", path.display());
            OutputFile::create_at(path)
                .and_then(|file| file.write_whole(text.as_bytes()))
                .with_context(failed)?;
        }
        Ok(())
    }
}

/// Whether the value of an option names a file, and no format.
fn is_file(value: &str) -> bool {
    let path = Path::new(value);
    path.extension().is_some() || path.components().count() > 1
}

#[cfg(test)]
mod tests {
    use quadrille_answers::kinds::Prove;
    use quadrille_answers::wire::AnswerKind as _;

    use super::*;

    type Parsed = (Vec<Option<PathBuf>>, Vec<Option<String>>);

    fn parsed(formula: &[&str], proof: &[&str]) -> Result<Parsed, String> {
        let values = [formula, proof].map(|values| values.iter().map(|&value| value.to_owned()).collect());
        AnswerFiles::parse(Prove::FILES, &values).map(|(AnswerFiles(files), formats)| (files, formats))
    }

    #[test]
    fn values_are_formats_or_files_whose_extension_names_the_format() {
        let some = |text: &str| Some(text.to_owned());
        let file = |path: &str| Some(PathBuf::from(path));
        for (formula, proof, expected) in [
            (&[][..], &[][..], (vec![None, None], vec![None, None])),
            (&[], &["veripb3"], (vec![None, None], vec![None, some("veripb3")])),
            (&["F.cnf"], &["./P"], (vec![file("F.cnf"), file("./P")], vec![None, None])),
            (&["F.opb"], &["P.pbp"], (vec![file("F.opb"), file("P.pbp")], vec![some("opb"), some("veripb")])),
            (
                &["a/F"],
                &["P.pbp", "veripb3"],
                (vec![file("a/F"), file("P.pbp")], vec![None, some("veripb3")]),
            ),
        ] {
            assert_eq!(parsed(formula, proof), Ok(expected), "{formula:?} {proof:?}");
        }
        assert!(parsed(&["F.cnf"], &["F.cnf"]).is_err());
        assert!(parsed(&[], &["P.drup", "Q.drup"]).is_err() && parsed(&[], &["drup", "veripb"]).is_err());
    }
}
