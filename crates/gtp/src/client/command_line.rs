//! Command lines parted into words.

#![warn(clippy::indexing_slicing)]

/// The words of a command line; `None` when a quote stays open. Single quotes keep everything, in double quotes a backslash
/// keeps the next character, as it does outside.
pub fn split_command_line(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().push(rest.next()?),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_as_in_a_shell() {
        let split = |text| split_command_line(text).map(|words| words.join("|"));
        assert_eq!(split("castro  -m 1").as_deref(), Some("castro|-m|1"));
        assert_eq!(split(r#"'a b' "c \"d" e\ f ''"#).as_deref(), Some(r#"a b|c "d|e f|"#));
        assert_eq!(split(" ").as_deref(), Some(""));
        for open in ["'a", "\"a", "a\\"] {
            assert_eq!(split(open), None);
        }
    }
}
