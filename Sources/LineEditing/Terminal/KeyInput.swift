import Glibc

/// Keys as they are pressed, one at a time: bytes that are not asked for stay in the terminal for the next reader.
final class KeyInput {
    /// What a wait ended with.
    enum Event: Equatable {
        /// A character, or a control character.
        case key(UInt32)
        /// The mark before a paste.
        case paste
        /// A signal of those that `TerminalSignals` watches.
        case signal(Int32)
        /// The extra descriptor has something.
        case woken
        /// Nothing more will come.
        case end
    }

    private let descriptor: Int32
    private let signals: TerminalSignals
    /// What ends a wait for a key as well.
    private let other: Int32?
    /// Bytes that were read while something else was waited for, and those that ended a broken character.
    private var ahead: [UInt8] = []
    /// What was given out and not used.
    private var returned: Event?

    init(descriptor: Int32, signals: TerminalSignals, until other: Int32? = nil) {
        self.descriptor = descriptor
        self.signals = signals
        self.other = other
    }

    /// Waits for a key, a paste or a signal.
    func next() -> Event {
        if let event = returned {
            returned = nil
            return event
        }
        let event = nextCharacter()
        return event == .key(0x1B) && takePasteMark() ? .paste : event
    }

    /// Takes back what `next` gave: it gives that again.
    func putBack(_ event: Event) { returned = event }

    /// Waits for a character or a signal. Bytes that are no UTF-8 become U+FFFD.
    func nextCharacter() -> Event {
        switch nextByte() {
        case .key(let lead) where lead >= 0x80: .key(character(UInt8(lead)))
        case let event: event
        }
    }

    /// Whether the escape just read begins the mark `ESC [200~`. A terminal sends a mark at once, a person does not
    /// type one; were it bound as a key, Escape alone could not mean anything to vi's keys.
    private func takePasteMark() -> Bool {
        let mark: [UInt8] = [0x5B, 0x32, 0x30, 0x30, 0x7E]
        var read: [UInt8] = []
        while read.count < mark.count {
            if ahead.isEmpty {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard Glibc.poll(&waiting, 1, Self.markPatience) == 1 else { break }
            }
            guard case .key(let byte) = nextByte() else { break }
            read.append(UInt8(byte))
            if read.last != mark[read.count - 1] { break }
        }
        if read == mark { return true }
        ahead.insert(contentsOf: read, at: 0)
        return false
    }

    /// How many milliseconds the parts of a mark may come apart on a slow line.
    private static let markPatience: Int32 = 100

    /// Waits for `other` to have something, keeping keys for later. Ctrl-C and signals end the wait.
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
            guard case .key(let byte) = nextByte() else { return 0xFFFD }
            if byte & 0xC0 != 0x80 || byte > 0xFF {
                ahead.insert(UInt8(byte), at: 0)
                return 0xFFFD
            }
            bytes.append(UInt8(byte))
        }
        // A form that is too long, a surrogate or too high a number decodes to replacements.
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.first?.value ?? 0xFFFD
    }

    private func nextByte() -> Event {
        if !ahead.isEmpty { return .key(UInt32(ahead.removeFirst())) }
        return poll(also: other)
    }

    /// Bytes only; `character` makes characters of them.
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
