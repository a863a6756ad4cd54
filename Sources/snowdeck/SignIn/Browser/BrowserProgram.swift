import Glibc
import LineEditing
import Programs

/// The person's browser.
struct BrowserProgram: Sendable {
    /// Variables that a browser needs, without any that may hold a credential.
    let environment: [String: String]

    /// Whether a browser can show itself: on a screen, or because somebody named one.
    var canShow: Bool { ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains { environment[$0] != nil } }

    /// Has an address opened, and does not wait: a browser that was not running yet runs on, apart from this program. It
    /// is told the address as its argument: nothing in it is a secret.
    ///
    /// - Returns: false when there is no program to do it.
    @discardableResult
    func open(_ address: String) -> Bool {
        let nothing = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { return false }
        defer { close(nothing) }
        let streams = [STDIN_FILENO: nothing, STDOUT_FILENO: nothing, STDERR_FILENO: nothing]
        for words in commands(address) {
            let started = ChildProgram.start(words, environment: environment, streams, apart: true)
            guard case .success(let child) = started else { continue }
            _ = WorkerThread().begin { _ = ChildProgram.end(of: child) }
            return true
        }
        return false
    }

    /// What is tried in turn: the programs of `BROWSER`, parted by colons, in which `%s` stands for the address; else
    /// `xdg-open`.
    private func commands(_ address: String) -> [[String]] {
        guard let named = environment["BROWSER"] else { return [["xdg-open", address]] }
        return named.split(separator: ":").compactMap { text in
            let words = text.split(separator: " ").map(String.init)
            guard !words.isEmpty else { return nil }
            let isPlaced = words.contains { $0.contains("%s") }
            return words.map { $0.replacing("%s", with: address) } + (isPlaced ? [] : [address])
        }
    }
}
