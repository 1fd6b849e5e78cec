//! Swap maps that were made beforehand with `robusto swapmap --json`, so that a page can show them at once.

use rust_embed::RustEmbed;
use serde_json::Value;

#[derive(RustEmbed)]
#[folder = "../../docs/swapmaps/"]
struct Files;

/// The openings of a board, if its map is among them.
pub fn find(game: &str, size: &str) -> Option<Vec<Value>> {
    names().find_map(|name| {
        let openings = read(&Files::get(&name)?.data);
        let is_it = |opening: &Value| opening["game"] == game && opening["size"] == size;
        (!openings.is_empty() && openings.iter().all(is_it)).then_some(openings)
    })
}

fn names() -> impl Iterator<Item = std::borrow::Cow<'static, str>> {
    Files::iter().filter(|name| name.ends_with(".jsonl"))
}

/// One object a line.
fn read(bytes: &[u8]) -> Vec<Value> {
    bytes.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_map_covers_its_board_once() {
        for name in names() {
            let openings = read(&Files::get(&name).unwrap().data);
            let first = openings.first().unwrap_or_else(|| panic!("{name} is empty"));
            let game = game::Game::named(first["game"].as_str().unwrap()).unwrap();
            let size = game::Size::parse(game, first["size"].as_str().unwrap()).unwrap();
            let cells: usize =
                openings.iter().map(|opening| opening["cells"].as_array().unwrap().len()).sum();
            assert_eq!(cells, game::Shape::of(size).len(), "{name}");
            assert!(find(game.word(), &size.to_string()).is_some(), "{name}");
        }
        assert!(find("chess", "8").is_none());
    }
}
