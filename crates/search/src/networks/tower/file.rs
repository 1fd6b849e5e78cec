//! Files of weights: a few lines that people can read, an empty line, then the numbers.
//!
//! ```text
//! robusto network 1
//! game: havannah
//! architecture: tower of 3 blocks, 32 channels, 414 rows, 6 heads
//! weights: 75013, checksum 0123456789abcdef
//! trained: 120000 positions of sizes 5 to 10, generation 2
//!
//! (each number as the upper half of an f32, little-endian)
//! ```

use std::sync::{Arc, OnceLock};

use super::super::checksum::checksum;
use super::super::convolution::CHANNELS;
use super::super::features::{ALL_ROWS, FIRST_ROWS};
use super::super::weights;
use super::{AUXILIARY, Layout, Weights};

/// A network as it is kept: the weights and where they come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The game that it has learned.
    pub game: String,
    /// What it was trained on, in words; one line.
    pub trained: String,
    /// The weights.
    pub weights: Weights,
}

/// Why a file is no network for us. Each message is one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// It is not such a file at all.
    #[error("this is not a network of Robusto (its first line must be \"{MAGIC}\")")]
    Foreign,
    /// A line of the head is missing or not understood.
    #[error("the network's line \"{0}: \" is missing or damaged")]
    Line(&'static str),
    /// It is built otherwise than this program's networks.
    #[error(
        "the network is a {0}, but this version plays a tower of {CHANNELS} channels and {ALL_ROWS} rows"
    )]
    Architecture(String),
    /// The numbers are not those that were written.
    #[error("the network's weights are damaged: the checksum does not match")]
    Damaged,
    /// The numbers are too large to be played.
    #[error("the network's weights are too large to be played with")]
    TooLarge,
    /// The file cannot be read.
    #[error("the network {0} cannot be read: {1}")]
    Unreadable(String, String),
}

const MAGIC: &str = "robusto network 1";
/// Heads of a network; older ones have three, and do not say so.
const HEADS: usize = 6;

impl Network {
    /// The checksum of the weights, by which a network is known. Heads that have learned nothing are not counted, so that
    /// a network of the time before them stays who it was.
    pub fn checksum(&self) -> u64 {
        let numbers = &self.weights.numbers;
        let (first, auxiliary) = numbers.split_at(numbers.len() - AUXILIARY);
        let has_learned = auxiliary.iter().any(|&weight| weight != 0.0);
        checksum(&weights::to_bytes(if has_learned { numbers } else { first }))
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = weights::to_bytes(&self.weights.numbers);
        let mut bytes = format!(
            "{MAGIC}\ngame: {}\narchitecture: tower of {} blocks, {CHANNELS} channels, {ALL_ROWS} rows, {HEADS} heads\n\
             weights: {}, checksum {:016x}\ntrained: {}\n\n",
            self.game,
            self.weights.layout.blocks,
            self.weights.numbers.len(),
            checksum(&numbers),
            self.trained.replace('\n', " "),
        )
        .into_bytes();
        bytes.extend(numbers);
        bytes
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").ok_or(NetworkError::Foreign)?;
        let head = std::str::from_utf8(&bytes[..end]).map_err(|_| NetworkError::Foreign)?;
        let mut lines = head.lines();
        if lines.next() != Some(MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let mut line = |name: &'static str| {
            let text = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(": "));
            text.ok_or(NetworkError::Line(name))
        };
        let game = line("game")?.to_owned();
        let architecture = line("architecture")?;
        let heads = format!(", {HEADS} heads");
        let (body, is_older) = match architecture.strip_suffix(heads.as_str()) {
            Some(body) => (body, false),
            None => (architecture, true),
        };
        let (blocks, rows) = body
            .strip_prefix("tower of ")
            .and_then(|rest| {
                rest.strip_suffix(" rows")?.split_once(&format!(" blocks, {CHANNELS} channels, "))
            })
            .and_then(|(blocks, rows)| Some((blocks.parse().ok()?, rows.parse().ok()?)))
            .filter(|(blocks, rows)| (1..=64).contains(blocks) && [FIRST_ROWS, ALL_ROWS].contains(rows))
            .ok_or_else(|| NetworkError::Architecture(architecture.chars().take(80).collect()))?;
        let layout = Layout { blocks };
        let unseen = (ALL_ROWS - rows) * CHANNELS;
        let unlearned = if is_older { AUXILIARY } else { 0 };
        let count = layout.len() - unseen - unlearned;
        let sum = line("weights")?
            .strip_prefix(&format!("{count}, checksum "))
            .and_then(|sum| u64::from_str_radix(sum, 16).ok())
            .ok_or(NetworkError::Line("weights"))?;
        let trained = line("trained")?.to_owned();
        let numbers = &bytes[end + 2..];
        if numbers.len() != 2 * count || checksum(numbers) != sum {
            return Err(NetworkError::Damaged);
        }
        let mut numbers = weights::from_bytes(numbers);
        // Rows that an older network has not seen count nothing.
        numbers.splice(rows * CHANNELS..rows * CHANNELS, std::iter::repeat_n(0.0, unseen));
        // So do heads that it has not got.
        numbers.extend(std::iter::repeat_n(0.0, unlearned));
        Ok(Network { game, trained, weights: Weights { layout, numbers } })
    }

    /// The network that comes with the program for boards of a game, if there is one.
    pub fn embedded(game: &str) -> Option<Arc<Network>> {
        static NETWORKS: OnceLock<Vec<Arc<Network>>> = OnceLock::new();
        let networks = NETWORKS.get_or_init(|| {
            let read = |bytes: &&[u8]| {
                Arc::new(Network::from_bytes(bytes).expect("the file in the repository is whole"))
            };
            EMBEDDED.iter().map(read).collect()
        });
        networks.iter().find(|network| network.game == game).cloned()
    }

    /// The network in a file.
    pub fn load(path: &str) -> Result<Arc<Network>, NetworkError> {
        let unreadable = |error: std::io::Error| NetworkError::Unreadable(path.into(), error.to_string());
        let bytes = std::fs::read(path).map_err(unreadable)?;
        Network::from_bytes(&bytes).map(Arc::new)
    }
}

/// One file a game.
const EMBEDDED: &[&[u8]] =
    &[include_bytes!("../havannah.net"), include_bytes!("../hex.net"), include_bytes!("../y.net")];

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let layout = Layout { blocks: 1 };
        let numbers = (0..layout.len()).map(|i| (i % 64) as f32 / 64.0).collect();
        Network { game: "hex".into(), trained: "for a test".into(), weights: Weights { layout, numbers } }
    }

    #[test]
    fn a_network_reads_what_it_writes() {
        assert_eq!(Network::from_bytes(&network().to_bytes()), Ok(network()));
    }

    /// A network that was learned before there were so many rows thinks as it did.
    #[test]
    fn an_older_network_does_not_see_newer_rows() {
        let network = network();
        let (older, newer) = network.weights.numbers.split_at(FIRST_ROWS * CHANNELS);
        let rest = &newer[(ALL_ROWS - FIRST_ROWS) * CHANNELS..];
        let (rest, auxiliary) = rest.split_at(rest.len() - AUXILIARY);
        assert!(auxiliary.iter().any(|&weight| weight != 0.0));
        let numbers = weights::to_bytes(&[older, rest].concat());
        let text = format!(
            "{MAGIC}\ngame: hex\narchitecture: tower of 1 blocks, {CHANNELS} channels, {FIRST_ROWS} rows\n\
             weights: {}, checksum {:016x}\ntrained: before\n\n",
            numbers.len() / 2,
            checksum(&numbers),
        );
        let read = Network::from_bytes(&[text.as_bytes(), &numbers].concat()).unwrap();
        let (begin, end) = (FIRST_ROWS * CHANNELS, ALL_ROWS * CHANNELS);
        assert_eq!(read.weights.numbers[..begin], *older);
        assert!(read.weights.numbers[begin..end].iter().all(|&weight| weight == 0.0));
        assert_eq!(read.weights.numbers[end..end + rest.len()], *rest);
        assert_eq!(read.weights.numbers[end + rest.len()..], [0.0; AUXILIARY]);
    }

    #[test]
    fn a_damaged_or_foreign_file_gets_a_sentence() {
        let whole = network().to_bytes();
        let message = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
        assert!(message(b"\x7fELF").starts_with("this is not a network"));
        assert!(message(&whole[..whole.len() - 2]).contains("damaged"));
        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 1;
        assert!(message(&flipped).contains("checksum"));
        let text = |from: &str, to: &str| {
            let end = whole.windows(2).position(|pair| pair == b"\n\n").unwrap();
            let head = std::str::from_utf8(&whole[..end]).unwrap().replace(from, to);
            message(&[head.as_bytes(), &whole[end..]].concat())
        };
        assert!(text("32 channels", "48 channels").contains("tower of 1 blocks, 48 channels"));
        assert!(text("1 blocks", "9999 blocks").contains("tower of 9999 blocks"));
        assert!(text("game: hex", "name: hex").contains("\"game: \""));
        for cut in 0..whole.len().min(400) {
            assert!(Network::from_bytes(&whole[..cut]).is_err());
        }
    }
}
