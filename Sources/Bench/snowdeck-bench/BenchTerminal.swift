import FoundationEssentials
import Glibc
import Programs

/// A program on a terminal of its own, 80 by 24, and the keys that are typed there.
final class BenchTerminal {
    /// The nanoseconds from before the program was started until it showed its prompt.
    private(set) var start = 0.0
    private let child: pid_t
    private let controller: Int32

    /// Starts a program and waits for its prompt.
    init(_ words: [String], prompt: String, _ place: BenchEnvironment) throws {
        let begin = Stopwatch.now
        let controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: Int32 = 0, number: Int32 = 0
        guard ioctl(controller, Self.setLock, &locked) == 0, ioctl(controller, Self.getNumber, &number) == 0 else {
            throw BenchFailure("There is no terminal.")
        }
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
        let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(terminal) }
        let streams = [STDIN_FILENO: terminal, STDOUT_FILENO: terminal, STDERR_FILENO: terminal]
        self.controller = controller
        child = try ChildProgram.start(words, environment: place.variables, streams, apart: true).get()
        guard shows(prompt) else {
            end()
            throw BenchFailure("\(words[0]) shows no prompt.")
        }
        start = Double(Stopwatch.now - begin)
    }

    func end() {
        kill(child, SIGKILL)
        _ = ChildProgram.end(of: child)
        close(controller)
    }

    var resident: Double { ResidentMemory.bytes(of: child) }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(controller, bytes, bytes.count)
    }

    /// Whether a text is shown within so many seconds.
    func shows(_ wanted: String, within seconds: Int64 = 10) -> Bool {
        var shown = ""
        let end = Stopwatch.now + seconds * 1_000_000_000
        while !shown.contains(wanted) {
            let left = (end - Stopwatch.now) / 1_000_000
            guard left > 0, let piece = next(within: Int32(left)) else { return false }
            shown += String(decoding: piece, as: UTF8.self)
        }
        return true
    }

    /// Types and returns the nanoseconds until the last byte that is drawn for it; nil when nothing is drawn.
    func repaint(after keys: String) -> Double? {
        let start = Stopwatch.now
        type(keys)
        var last: Int64?
        while next(within: last == nil && !keys.isEmpty ? 2000 : Self.silence) != nil { last = Stopwatch.now }
        return last.map { Double($0 - start) }
    }

    /// So many milliseconds without a byte mean that everything is drawn.
    private static let silence: Int32 = 40

    private func next(within milliseconds: Int32) -> ArraySlice<UInt8>? {
        var piece = [UInt8](repeating: 0, count: 4096)
        var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, milliseconds) > 0 else { return nil }
        let count = read(controller, &piece, piece.count)
        return count > 0 ? piece[..<count] : nil
    }

    /// TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which Swift does not import.
    private static let setLock: UInt = 0x4004_5431, getNumber: UInt = 0x8004_5430
}

enum ResidentMemory {
    /// In bytes; 0 if the process has ended.
    static func bytes(of process: pid_t) -> Double {
        let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        let pages = text?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
}

/// From starting the program on a terminal to its prompt.
enum PromptRows {
    private static let name = "exec to first prompt"

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        var ours = Sample(), resident = Sample(), shell = Sample()
        let peer = place.program("sqlite3")
        for round in 0..<42 {
            // The end of the prompt, without the blank after the escape sequence that ends bold.
            let terminal = try BenchTerminal([place.options.program], prompt: "sandbox>", place)
            let (start, memory) = (terminal.start, terminal.resident)
            terminal.end()
            let other = try peer.map { try BenchTerminal([$0], prompt: "sqlite> ", place) }
            other?.end()
            // The first start of each also caches its file.
            if round == 0 { continue }
            ours.add(start)
            resident.add(memory)
            if let other { shell.add(other.start) }
        }
        return [
            peer == nil
                ? .missing(name, "sqlite3 not installed", ours: Amount.time(ours.median))
                : .against(name, ours: ours, "sqlite3 shell", shell, atMost: 1.8),
            .memory("resident at the prompt", ours: resident.median, atMost: 16_000_000),
        ]
    }
}
