//! The loop of the protocol with whatever may come in.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use engine::mock::MockFactory;
use gtp::{Desk, GtpOptions, LINE_LIMIT, MOST_CONNECTIONS, listen, serve};
use proptest::prelude::*;

fn desk() -> Desk {
    let options = GtpOptions { size: Some("4".into()), visits: Some(1), ..GtpOptions::default() };
    options.desk(&MockFactory::default()).unwrap()
}

/// Everything that is answered to an input.
fn converse(input: impl Into<Vec<u8>>) -> String {
    let mut output = Vec::new();
    serve(&mut desk(), io::Cursor::new(input.into()), &mut output);
    String::from_utf8(output).unwrap()
}

/// A conversation whose input is written step by step.
struct Live {
    input: io::PipeWriter,
    output: BufReader<io::PipeReader>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Live {
    fn start(mut desk: Desk) -> Live {
        let (their_input, input) = io::pipe().unwrap();
        let (output, mut their_output) = io::pipe().unwrap();
        let thread = std::thread::spawn(move || serve(&mut desk, their_input, &mut their_output));
        Live { input, output: BufReader::new(output), thread: Some(thread) }
    }

    fn say(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end_matches('\n').into()
    }

    /// Reads up to the empty line.
    fn answer(&mut self) -> Vec<String> {
        std::iter::from_fn(|| Some(self.line()).filter(|line| !line.is_empty())).collect()
    }

    fn end(mut self) {
        self.thread.take().unwrap().join().unwrap();
    }
}

#[test]
fn the_end_of_the_input_is_a_quit() {
    assert_eq!(converse(""), "");
    assert_eq!(converse("name"), "= Robusto\n\n");
    assert_eq!(converse("\n# remark\n\r\n\t \n1 name\r\n"), "=1 Robusto\n\n");
    assert_eq!(converse("quit\nname\n"), "=\n\n");
    assert_eq!(converse("3 genmove w\n"), "=3 a1\n\n");
}

#[test]
fn absurd_lines_are_answered_and_skipped() {
    let mut input = b"12 ".to_vec();
    input.extend(vec![b'x'; LINE_LIMIT + 5]);
    input.extend(b"\n\xff\xfe\x00play \x80\n\xffname\nname\n");
    input.extend(vec![b' '; LINE_LIMIT / 2]);
    input.extend(b"name\nplay w ");
    input.extend(vec![b'a'; LINE_LIMIT / 2]);
    let output = converse(input);
    let answers: Vec<_> = output.split("\n\n").collect();
    assert_eq!(answers[0], "?12 syntax error: the line is longer than 1048576 bytes");
    assert_eq!(answers[1..5], ["? unknown command", "? unknown command", "= Robusto", "= Robusto"]);
    assert!(answers[5].starts_with("? syntax error: \"aaaa") && answers[5].len() < 150, "{}", answers[5]);
}

#[test]
fn thousands_of_commands_in_a_row() {
    let mut input = String::new();
    for i in 0..3000 {
        input += &format!("boardsize {}\nplay w a1\nplay b a2\nundo\nundo\nundo\n", 2 + i % 14);
    }
    input += "history\n";
    let output = converse(input);
    assert_eq!(output.matches("? cannot undo\n").count(), 3000);
    assert_eq!(output.matches('?').count(), 3000);
}

#[test]
fn analysis_ends_with_any_new_line() {
    let mut live = Live::start(desk());
    for (line, answers) in [("name", true), ("# remark", false), ("", false), ("frobnicate", true)] {
        live.say("5 kata-analyze w 1");
        assert_eq!(live.line(), "=5");
        for _ in 0..3 {
            assert!(live.line().starts_with("info move a1 visits "));
        }
        live.say(line);
        live.answer();
        if answers {
            assert_eq!(live.answer().len(), 1);
        }
    }
    live.say("lz-analyze 1");
    live.say("quit");
    let rest = live.answer();
    assert_eq!(rest[0], "=");
    assert_eq!(live.answer(), ["="]);
    live.end();
}

#[test]
fn an_interrupt_ends_a_thought_for_a_move() {
    let mock = MockFactory::default();
    mock.waits.store(true, std::sync::atomic::Ordering::SeqCst);
    let options = GtpOptions { size: Some("4".into()), ..GtpOptions::default() };
    let mut live = Live::start(options.desk(&mock).unwrap());
    live.say("genmove_analyze w 1");
    assert_eq!(live.line(), "=");
    assert!(live.line().starts_with("info move a1"));
    live.say("# interrupt");
    assert_eq!(live.answer().last().map(String::as_str), Some("play a1"));
    live.say("history");
    assert_eq!(live.answer(), ["= a1"]);
}

#[test]
fn a_proof_goes_on_beside_other_commands() {
    let mut live = Live::start(desk());
    live.say("robusto-solve start");
    assert_eq!(live.answer(), ["="]);
    live.say("robusto-solve status");
    assert!(live.answer()[0].starts_with("= running"));
    live.say("genmove w");
    assert_eq!(live.answer(), ["= a1"]);
    live.say("robusto-solve stop");
    assert!(live.answer()[0].starts_with("= unknown"));
}

#[test]
fn pondering_and_proofs_end_with_the_session() {
    for _ in 0..20 {
        let input = "robusto-param ponder 1\ngenmove w\nrobusto-solve start\nkata-analyze 1\ngenmove b\n";
        assert_eq!(converse(input).matches("\n\n").count(), 5);
    }
}

/// Takes so many bytes and is closed then.
struct Closing(usize);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_a_quit() {
    for size in [0, 1, 5, 40, 100] {
        let input =
            "name\nkata-analyze 1\nlist_commands\ngenmove w\ngenmove_analyze b\nshowboard\n".repeat(20);
        let mut desk = desk();
        serve(&mut desk, io::Cursor::new(input.into_bytes()), &mut Closing(size));
        assert!(!desk.session.is_thinking());
    }
    let mut live = Live::start(desk());
    live.say("kata-analyze 1");
    live.line();
    drop(std::mem::replace(&mut live.output, BufReader::new(io::pipe().unwrap().0)));
    live.end();
}

#[test]
fn connections_have_sessions_of_their_own() {
    let listening = listen("0").unwrap();
    let address = listening.address().unwrap();
    assert!(address.ip().is_loopback());
    std::thread::spawn(move || listening.run(desk));
    let connect = || {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    };
    let ask = |stream: &mut TcpStream, text: &str| {
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\n\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            answer.push(byte[0]);
        }
        String::from_utf8(answer).unwrap()
    };
    let mut streams: Vec<_> = (0..MOST_CONNECTIONS).map(|_| connect()).collect();
    for stream in &mut streams {
        assert_eq!(ask(stream, "genmove w\n"), "= a1\n\n");
        assert_eq!(ask(stream, "loadsgf x\n"), "? files are closed to this connection\n\n");
    }
    let mut refused = String::new();
    connect().read_to_string(&mut refused).unwrap();
    assert_eq!(refused, "? there are too many connections\n\n");
    assert_eq!(ask(&mut streams[0], "quit\n"), "=\n\n");
    streams.clear();
    // The places are free again soon.
    let is_served = |_| {
        std::thread::sleep(Duration::from_millis(20));
        let mut stream = connect();
        stream.write_all(b"quit\n").is_ok() && {
            let mut answer = String::new();
            stream.read_to_string(&mut answer).is_ok() && answer == "=\n\n"
        }
    };
    assert!((0..500).any(is_served));
}

fn garbled_command() -> impl Strategy<Value = Vec<u8>> {
    let names: Vec<&'static str> = gtp::commands::rows()
        .map(|row| row.name)
        .filter(|name| !name.contains("sgf") && *name != "quit")
        .collect();
    let word = prop_oneof![
        Just("w".to_string()),
        Just("b".into()),
        "[a-h][0-9]{1,2}",
        "[0-9]{1,2}",
        Just("swap".into()),
        Just("resign".into()),
        Just("none".into()),
        "\\PC{0,6}",
    ];
    let line = (prop::sample::select(names), prop::collection::vec(word, 0..4))
        .prop_map(|(name, words)| format!("{name} {}", words.join(" ")).into_bytes());
    prop_oneof![5 => line, 1 => prop::collection::vec(any::<u8>(), 0..40)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn garbled_commands_get_one_answer_each(lines in prop::collection::vec(garbled_command(), 1..30)) {
        let mut desk = desk();
        for line in lines {
            // A thought without limits would not end here, and a long one of the solver's neither.
            let text = String::from_utf8_lossy(&line).into_owned();
            if text.starts_with("robusto-param") || text.starts_with("robusto-solve") {
                continue;
            }
            let (answer, _) = gtp::answer(&mut desk, &line);
            prop_assert!(answer.is_empty() || answer.ends_with("\n\n"), "{text:?}: {answer:?}");
            prop_assert_eq!(answer.matches("\n\n").count(), usize::from(!answer.is_empty()));
        }
    }
}
