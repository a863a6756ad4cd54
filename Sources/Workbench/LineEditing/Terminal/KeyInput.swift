import Glibc

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

    /// How long Tab waits for candidates before it shows that it waits.
    static let patience = Duration.milliseconds(200)

    enum Candidates {
        case found(Completions?)
        /// Ctrl-C, the end of the input, or a signal came first.
        case stopped(Event)
    }

    /// Waits for candidates. Keys are kept for later; Ctrl-C and signals end the search.
    ///
    /// - Parameter whenSlow: called if the search takes longer than `patience`.
    func candidates(_ search: @escaping @Sendable () async -> Completions?, whenSlow: () -> Void) -> Candidates {
        guard let pending = PendingCompletions() else { return .found(nil) }
        let work = Task { pending.give(await search()) }
        var end: ContinuousClock.Instant? = .now + Self.patience
        while true {
            switch poll(also: pending.descriptor, until: end) {
            case .woken: return .found(pending.taken)
            case nil:
                end = nil
                whenSlow()
            case .key(let byte) where byte != 3: ahead.append(UInt8(byte))
            case .signal(let number) where number == SIGWINCH || number == SIGCONT: delay(number)
            case let event?:
                work.cancel()
                return .stopped(event)
            }
        }
    }

    /// Asks the terminal for the cursor's column, from 0 (DSR in ECMA-48); nil if it does not answer. Keys are kept.
    func cursorColumn(of screen: TerminalScreen) -> Int? {
        screen.write("\u{1B}[6n")
        let end = ContinuousClock.now + .seconds(1)
        var read: [UInt8] = []
        defer { ahead += read }
        while true {
            switch poll(also: nil, until: end) {
            case .key(let byte): read.append(UInt8(byte))
            case .signal(let number):
                delay(number)
                continue
            default: return nil
            }
            // ESC [ ROW ; COLUMN R
            guard read.last == UInt8(ascii: "R"), let start = read.lastIndex(of: 0x1B), read.count > start + 2,
                read[start + 1] == UInt8(ascii: "[")
            else { continue }
            let parts = String(decoding: read[(start + 2)...].dropLast(), as: UTF8.self).split(separator: ";")
            guard parts.count == 2, let column = Int(parts[1]) else { continue }
            read.removeSubrange(start...)
            return column - 1
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
        return poll(also: other) ?? .end
    }

    /// Reads bytes; `character` decodes them.
    private func poll(also other: Int32?, until end: ContinuousClock.Instant? = nil) -> Event? {
        var waiting = [
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let rest = end.map { max($0 - .now, .zero) / .milliseconds(1) }
            let ready = Glibc.poll(&waiting, nfds_t(waiting.count), rest.map { Int32($0.rounded(.up)) } ?? -1)
            if ready < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                return .end
            }
            if ready == 0 { return nil }
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
