import Glibc

/// Reads keys from a terminal and writes to it. Between `begin` and `end` the terminal is in raw mode; its mode is
/// restored for Ctrl-Z and for signals that end the program.
package final class TerminalKeys: Sendable {
    private let terminal: RawTerminal
    private let stop: WakePipe
    private let worker = WorkerThread()

    package init?(terminal path: String = "/dev/tty") {
        guard let terminal = RawTerminal(path: path), let stop = WakePipe() else { return nil }
        self.terminal = terminal
        self.stop = stop
    }

    package var size: (columns: Int, rows: Int) { terminal.screen.size }

    package func write(_ text: String) { terminal.screen.write(text) }

    /// Begins to read keys on a separate thread and passes each to `take`. False if no thread can be started.
    ///
    /// - Parameter dropping: whether keys pressed before are discarded.
    package func begin(dropping: Bool, _ take: @escaping @Sendable (TerminalKey) -> Void) -> Bool {
        let terminal = terminal, stop = stop
        return worker.begin { Self.read(terminal, dropping: dropping, until: stop, take) }
    }

    package func end() async {
        stop.wake()
        // The worker runs its work in order, so reading has ended when this runs.
        await worker.run {}
    }

    /// Lets the signal of `TerminalKey.ended` take its normal effect.
    package static func deliver(_ signal: Int32) { TerminalSignals.deliver(signal) }

    private static func read(
        _ terminal: RawTerminal, dropping: Bool, until stop: WakePipe, _ take: (TerminalKey) -> Void
    ) {
        guard let signals = TerminalSignals() else { return take(.ended(signal: nil)) }
        signals.watch()
        terminal.enter(dropping: dropping)
        take(ending(of: terminal, signals, until: stop, take))
        terminal.leave()
        signals.unwatch()
    }

    private static func ending(
        of terminal: RawTerminal, _ signals: TerminalSignals, until stop: WakePipe, _ take: (TerminalKey) -> Void
    ) -> TerminalKey {
        let keys = KeyInput(descriptor: terminal.descriptor, signals: signals, until: stop.reading)
        var decoder = KeyDecoder()
        while true {
            switch keys.nextCharacter() {
            case .key(0x1A):
                terminal.leave()
                // The shell's message then begins on a new line.
                terminal.screen.write("\r\n")
                TerminalSignals.deliver(SIGTSTP)
                terminal.enter(dropping: false)
            case .key(let character): if let key = decoder.take(character) { take(key) }
            case .signal(SIGINT): take(.interrupted)
            case .signal(SIGWINCH): take(.resized)
            case .signal(SIGCONT):
                terminal.enter(dropping: false)
                take(.continued)
            case .signal(let number): return .ended(signal: number)
            case .woken, .end: return .ended(signal: nil)
            case .paste: continue
            }
        }
    }
}

package enum TerminalKey: Sendable, Hashable {
    case character(Unicode.Scalar)
    case up, down, left, right
    case interrupted
    case resized
    case continued
    case ended(signal: Int32?)
}

/// Decodes keys from a terminal's characters.
///
/// Arrow keys begin with Escape. Escape alone has no meaning here, so no time-out is needed to tell them apart.
struct KeyDecoder {
    private enum Place {
        case ground, escape
        /// After Escape and `O` (SS3): the next character is the key.
        case short
        /// After Escape and `[` (CSI): ended by a character that is neither a digit nor punctuation.
        case long
    }

    private var place = Place.ground

    mutating func take(_ character: UInt32) -> TerminalKey? {
        switch (place, character) {
        case (.ground, 0x1B), (.escape, 0x1B): place = .escape
        case (.escape, 0x5B): place = .long
        case (.escape, 0x4F): place = .short
        case (.long, 0x20...0x3F): break
        case (.long, 0x40...0x7E), (.short, 0x40...0x7E):
            place = .ground
            return Self.arrows[character]
        default:
            place = .ground
            if character == 3 { return .interrupted }
            return Unicode.Scalar(character).map(TerminalKey.character)
        }
        return nil
    }

    private static let arrows: [UInt32: TerminalKey] = [0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left]
}

/// Reads keys one at a time; bytes that are not needed stay in the terminal for the next reader.
final class KeyInput {
    enum Event: Equatable {
        case key(UInt32)
        case paste
        /// A signal that `TerminalSignals` watches.
        case signal(Int32)
        case woken
        case end
    }

    private let descriptor: Int32
    private let signals: TerminalSignals
    private let other: Int32?
    private var ahead: [UInt8] = []
    /// Signals that arrived in the middle of a character, a sequence, a paste or a completion.
    private var delayed: [Int32] = []

    init(descriptor: Int32, signals: TerminalSignals, until other: Int32? = nil) {
        self.descriptor = descriptor
        self.signals = signals
        self.other = other
    }

    func next() -> Event {
        let event = nextCharacter()
        return event == .key(0x1B) && takePasteMark() ? .paste : event
    }

    /// Whether a key is pending.
    var hasPending: Bool {
        if !delayed.isEmpty || !ahead.isEmpty { return true }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&waiting, 1, 0) == 1
    }

    /// The rest of the sequence after an Escape from `next`; empty if Escape was pressed alone, which takes until the
    /// time-out to decide.
    func escapeSequence() -> [UInt8] {
        var read: [UInt8] = []
        while true {
            if ahead.isEmpty {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard Glibc.poll(&waiting, 1, read.isEmpty ? 0 : Self.markPatience) == 1 else { return read }
            }
            guard let byte = nextOfSequence() else { return read }
            guard (0x20..<0x7F).contains(byte) else {
                ahead.insert(byte, at: 0)
                return read
            }
            read.append(byte)
            let isOpen = read.count == 1 ? byte == 0x5B || byte == 0x4F : read[0] == 0x5B && byte < 0x40
            if !isOpen { return read }
        }
    }

    func putBack(_ bytes: [UInt8]) { ahead.insert(contentsOf: bytes, at: 0) }

    /// Makes `next` return a signal that cannot be handled now.
    func delay(_ signal: Int32) { delayed.append(signal) }

    /// Waits for a character or a signal. Invalid UTF-8 becomes U+FFFD.
    func nextCharacter() -> Event {
        if !delayed.isEmpty { return .signal(delayed.removeFirst()) }
        return switch nextByte() {
        case .key(let lead) where lead >= 0x80: .key(character(UInt8(lead)))
        case let event: event
        }
    }

    /// Whether the escape just read begins the paste mark `ESC [200~`. Terminals send it at once. If it were bound as a
    /// key, Escape alone would have to wait for more keys in vi mode.
    private func takePasteMark() -> Bool {
        let mark: [UInt8] = [0x5B, 0x32, 0x30, 0x30, 0x7E]
        var read: [UInt8] = []
        while read.count < mark.count {
            if ahead.isEmpty {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard Glibc.poll(&waiting, 1, Self.markPatience) == 1 else { break }
            }
            guard let byte = nextOfSequence() else { break }
            read.append(byte)
            if read.last != mark[read.count - 1] { break }
        }
        if read == mark { return true }
        ahead.insert(contentsOf: read, at: 0)
        return false
    }

    /// The longest delay between the parts of a mark on a slow line, in milliseconds.
    private static let markPatience: Int32 = 100

    /// Waits until `other` is readable, keeping keys for later. Ctrl-C and signals end the wait.
    func wait(for other: Int32) -> Event {
        while true {
            switch poll(also: other) {
            case .key(3): return .key(3)
            case .key(let byte): ahead.append(UInt8(byte))
            case let event: return event
            }
        }
    }

    private func character(_ lead: UInt8) -> UInt32 {
        var bytes = [lead]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1
        while bytes.count < length {
            guard let byte = nextOfSequence() else { return 0xFFFD }
            if byte & 0xC0 != 0x80 {
                ahead.insert(byte, at: 0)
                return 0xFFFD
            }
            bytes.append(byte)
        }
        // Overlong forms, surrogates and numbers that are too high decode to replacement characters.
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.first?.value ?? 0xFFFD
    }

    /// The next byte of what has begun; nil when there is none. A signal waits until what has begun is complete.
    private func nextOfSequence() -> UInt8? {
        while true {
            switch nextByte() {
            case .key(let byte): return UInt8(truncatingIfNeeded: byte)
            case .signal(let number): delay(number)
            case .paste, .woken, .end: return nil
            }
        }
    }

    private func nextByte() -> Event {
        if !ahead.isEmpty { return .key(UInt32(ahead.removeFirst())) }
        return poll(also: other)
    }

    /// Reads bytes; `character` decodes them.
    private func poll(also other: Int32?) -> Event {
        var waiting = [
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            if Glibc.poll(&waiting, nfds_t(waiting.count), -1) < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                return .end
            }
            if waiting[0].revents != 0, let number = signals.next() { return .signal(number) }
            if waiting[1].revents != 0 { return .woken }
            if waiting[2].revents != 0 {
                var byte: UInt8 = 0
                let got = read(descriptor, &byte, 1)
                if got == 1 { return .key(UInt32(byte)) }
                if got == 0 || (errno != EINTR && errno != EAGAIN) { return .end }
            }
        }
    }
}
