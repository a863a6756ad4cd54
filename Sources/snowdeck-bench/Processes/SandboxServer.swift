import Glibc

/// A running `snowdeck serve sandbox`.
struct SandboxServer {
    let process: pid_t
    /// `http://127.0.0.1:PORT`.
    let address: String
    /// From before the program was started to the line that names its address, in nanoseconds.
    let start: Double

    /// Nil when it cannot be started.
    init?(_ place: Place) {
        let start = Stopwatch.now
        guard let started = ServerStart(place.snowdeck(["serve", "sandbox"])) else { return nil }
        self.start = Double(Stopwatch.now - start)
        process = started.process
        address = started.line
        guard address.hasPrefix("http://127.0.0.1:") else {
            stop()
            return nil
        }
    }

    func stop() {
        kill(process, SIGTERM)
        _ = Launch.wait(for: process)
    }
}
