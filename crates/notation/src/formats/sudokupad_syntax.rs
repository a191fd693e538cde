//! The short syntax of SudokuPad: JSON without quotes around names, without empty objects, and with short words.

/// Restores the syntax of JSON: quotes, empty objects, `true`, `false` and colours.
pub(super) fn with_full_syntax(text: &str) -> String {
    let quote = if text.contains('"') { '"' } else { '\'' };
    let mut json = String::with_capacity(2 * text.len());
    let mut symbols = text.chars().peekable();
    // The last symbol that is not part of a value; a blank after a value.
    let mut last = ' ';
    while let Some(symbol) = symbols.next() {
        match symbol {
            ',' | ']' => {
                if last == ',' || (last == '[' && symbol == ',') {
                    json.push_str("{}");
                }
                json.push(symbol);
                last = if symbol == ',' { ',' } else { ' ' };
            }
            '{' | '[' | ':' => {
                json.push(symbol);
                last = symbol;
            }
            '}' => {
                json.push(symbol);
                last = ' ';
            }
            _ if symbol.is_whitespace() => {}
            _ if symbol == quote => {
                json.push('"');
                copy_string(&mut symbols, quote, &mut json);
                json.push('"');
                last = ' ';
            }
            _ => {
                let mut word = String::from(symbol);
                while let Some(next) =
                    symbols.next_if(|next| !matches!(next, ',' | ':' | ']' | '}' | '[' | '{' | '\'' | '"'))
                {
                    word.push(next);
                }
                let is_name = symbols.peek() == Some(&':');
                json.push_str(&full_word(&word, is_name));
                last = ' ';
            }
        }
    }
    json
}

/// Copies a string up to its closing quote. An escaped quote becomes an apostrophe.
fn copy_string(symbols: &mut impl Iterator<Item = char>, quote: char, json: &mut String) {
    while let Some(symbol) = symbols.next() {
        match symbol {
            '\\' => match symbols.next() {
                Some('\'') => json.push('\''),
                Some(escaped) => json.extend(['\\', escaped]),
                None => return,
            },
            _ if symbol == quote => return,
            _ => json.push(symbol),
        }
    }
}

fn full_word(word: &str, is_name: bool) -> String {
    let is_colour = word.len() == 6 && word.chars().all(|symbol| symbol.is_ascii_hexdigit());
    match word {
        _ if is_name => format!("\"{word}\""),
        "t" => "true".to_owned(),
        "f" => "false".to_owned(),
        "true" | "false" | "null" => word.to_owned(),
        _ if word.parse::<f64>().is_ok() && !is_colour => word.to_owned(),
        _ => format!("\"{}\"", word.replace('\\', "")),
    }
}
