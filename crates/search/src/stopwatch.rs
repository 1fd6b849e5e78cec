//! Time as limits count it: by the wall's clock, or by the processor time of the thread that thinks.

use std::time::{Duration, Instant};

/// A running stopwatch. One that counts processor time must be read by the thread that started it.
#[derive(Clone, Copy, Debug)]
pub enum Stopwatch {
    /// Counts time as the wall's clock does.
    Wall(Instant),
    /// Counts the time in which the thread ran.
    Thread(Duration),
}

impl Stopwatch {
    /// Starts now; `cpu` asks for processor time.
    pub fn start(cpu: bool) -> Stopwatch {
        match thread_time().filter(|_| cpu) {
            Some(time) => Stopwatch::Thread(time),
            None => Stopwatch::Wall(Instant::now()),
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        match self {
            Stopwatch::Wall(start) => start.elapsed(),
            Stopwatch::Thread(start) => {
                thread_time().map_or(Duration::ZERO, |now| now.saturating_sub(*start))
            }
        }
    }
}

/// When something must be over: a stopwatch and its limit, if there is one. As for the stopwatch, its thread alone may ask.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    watch: Stopwatch,
    time: Option<Duration>,
}

impl Deadline {
    /// So long after the start of `watch`; never without a time.
    pub fn new(watch: Stopwatch, time: Option<Duration>) -> Deadline {
        Deadline { watch, time }
    }

    /// Whether the time is up.
    pub fn is_over(&self) -> bool {
        self.time.is_some_and(|time| self.watch.elapsed() >= time)
    }

    /// The time that is left; `None` if there is no end.
    pub fn left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.watch.elapsed()))
    }
}

/// How long all threads of the program have run so far, where the system can tell.
pub fn process_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ProcessCPUTime);
        Some(Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// How long this thread has run so far, where the system can tell.
fn thread_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_sleeping_thread_uses_no_processor_time() {
        let (wall, cpu) = (Stopwatch::start(false), Stopwatch::start(true));
        std::thread::sleep(Duration::from_millis(30));
        assert!(wall.elapsed() >= Duration::from_millis(30));
        assert!(cpu.elapsed() < Duration::from_millis(20));
    }

    #[test]
    fn a_busy_thread_does() {
        let cpu = Stopwatch::start(true);
        while cpu.elapsed() < Duration::from_millis(2) {
            std::hint::spin_loop();
        }
    }
}
