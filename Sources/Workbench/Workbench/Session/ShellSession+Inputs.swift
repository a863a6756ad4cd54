import CassetteStore
import ExchangeModel
import Redactors
import Rendering
import TapeDeck

/// Inputs of commands. Each goes through the deck, which records it or plays it.
extension ShellSession {
    func input(_ kind: InputKind, _ name: String, read: @escaping @Sendable () async throws -> String) async throws
        -> String
    {
        let deck = try openDeck()
        let bytes = try await deck.input(kind, name) {
            do {
                return Array(try await read().utf8)
            } catch let problem as Problem {
                // A cancelled question has no answer; the tape keeps the two apart.
                if problem.kind == .interrupted { throw CancellationError() }
                throw InputFailure(kind, name, problem.message)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Parameter old: the question's name on tapes of earlier versions.
    func ask(_ question: String, orOnTape old: String? = nil) async throws -> String {
        do {
            beginQuestion(true)
            defer { beginQuestion(false) }
            return try await input(.answer, question) { [host] in try await host.terminal.ask(question) }
        } catch TapeError.noInput where slot.isPlaying && old != nil && old != question {
            return try await input(.answer, old ?? question) { "" }
        }
    }

    /// Opens a text in the user's editor. The result is an input of the command if that is on the tape.
    func edited(_ text: String, named name: String, isTaped: Bool) async throws -> String {
        beginQuestion(true)
        defer { beginQuestion(false) }
        let edit = { @Sendable [host] in
            guard let edited = host.terminal.edit(text) else { throw Problem.noEditor }
            return edited
        }
        return isTaped ? try await input(.answer, "editor: \(name)", read: edit) : try edit()
    }

    /// The user has the terminal until this is called with false.
    private func beginQuestion(_ isAsking: Bool) {
        requests.waiting?.hide(isAsking)
        running.pause(isAsking, at: host.clock.now)
    }

    /// Asks a question that is not on tape.
    ///
    /// - Parameter hint: what to do without a terminal.
    func answer(to question: String, withoutTerminal hint: String) async throws(Problem) -> String {
        beginQuestion(true)
        defer { beginQuestion(false) }
        do throws(Problem) {
            return try await host.terminal.ask(question)
        } catch {
            var problem = error
            if problem.kind == .guardRefused { problem.hints.append(hint) }
            throw problem
        }
    }

    /// Asks until the answer begins with one of the letters. An empty answer is `n`.
    func choice(
        _ question: String, of letters: String, withoutTerminal hint: String
    ) async throws(Problem) -> Character {
        while true {
            let typed = try await answer(to: question, withoutTerminal: hint).lowercased()
            guard let letter = typed.first else { return "n" }
            if letters.contains(letter) { return letter }
        }
    }

    /// Reads a file that the user named. A command of the tape gets the recorded contents. A line typed during a replay
    /// gets the file's current contents, or the recorded ones if the file is missing.
    ///
    /// - Parameters:
    ///   - isRegular: whether to reject named pipes, devices and folders.
    ///   - meeting: called with the contents before they are recorded.
    func readFile(
        _ path: String, isRegular: Bool = false, _ meeting: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) async throws -> [UInt8] {
        try host.files.admit(path)
        let read: @Sendable () throws(Problem) -> [UInt8] = { [host] () throws(Problem) in
            let bytes = isRegular ? try host.files.readRegular(path) : try host.files.read(path)
            meeting(bytes)
            return bytes
        }
        let deck = try openDeck()
        if case .playing(let playing, _) = slot, !playing.playsItself, options.step?.isTaped != true {
            return try await typedFile(path, on: deck, read)
        }
        do {
            return try await deck.input(.file, path) {
                do throws(Problem) { return try read() } catch { throw InputFailure(error, at: path) }
            }
        } catch let failure as InputFailure {
            let isOutside = options.step != nil && failure.cause == .outsideFolder
            throw Problem(isOutside ? .guardRefused : .usage, failure.message)
        }
    }

    private func typedFile(
        _ path: String, on deck: any Deck, _ read: () throws(Problem) -> [UInt8]
    ) async throws -> [UInt8] {
        let recorded = try? await deck.input(.file, path) { [] }
        do throws(Problem) {
            let own = try read()
            // The recorded contents differ where a secret was redacted.
            if let recorded, recorded != own, recorded.firstRange(of: Placeholder.mark.utf8) == nil {
                command.remarks.append("\(path) has changed since the recording; its current contents are used.")
            }
            return own
        } catch {
            guard let recorded else { throw error }
            command.remarks.append("\(error.message) Its recorded contents are used.")
            command.usesTapedFiles = true
            return recorded
        }
    }

    /// Writes a file that a command makes besides its output.
    ///
    /// The result is an input of the command: a replay of an untrusted tape writes nothing and reports the recorded
    /// result.
    func writeFile(_ path: String, _ bytes: [UInt8], replacing: Bool) async throws {
        try host.files.admit(path)
        let deck = try openDeck()
        do {
            _ = try await deck.input(.file, path) { [host] in
                do throws(Problem) {
                    try host.files.make(path, bytes, replacing: replacing)
                } catch {
                    throw InputFailure(error, at: path)
                }
                return []
            }
        } catch let failure as InputFailure {
            throw failure.cause == .fileExists ? .fileExists(path) : Problem(.usage, failure.message)
        }
        if slot.isPlaying, slot.runsDestinations(trusting: options.trust) {
            try host.files.make(path, bytes, replacing: replacing)
        }
    }

    /// Updates the terminal's width when a command begins. A width that differs from the session's is recorded as an
    /// input.
    func takeWidth(through deck: (any Deck)?) async {
        if let now = host.terminal.width {
            settings.width = now
            own?.settings.width = now
            guard let deck, !slot.isPlaying, now != taped.width else { return }
            // If the tape cannot take it, the error is reported when the command ends.
            _ = try? await deck.input(.setting, "width") { Array(String(now).utf8) }
        } else if let deck, slot.isPlaying {
            let kept = try? await deck.input(.setting, "width") { [] }
            let width = kept.flatMap { Int(String(decoding: $0, as: UTF8.self)) }.flatMap {
                1...Self.widest ~= $0 ? $0 : nil
            }
            settings.width = width ?? taped.width
        }
    }

    /// Limits what a forged tape can request.
    private static let widest = 10_000

    /// Updates the time zone when a command begins. A zone that differs from the session's is recorded as an input.
    func takeZone(through deck: (any Deck)?) async {
        if slot.isPlaying {
            let kept = (try? await deck?.input(.setting, "zone") { [] }).map { String(decoding: $0, as: UTF8.self) }
            let parts = kept?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
            zone = parts.count == 2 ? ZoneRule(taped: parts[0], parts[1]) : taped.zone
        } else {
            zone = liveZone(settings)
            guard let deck, let zone, zone != taped.zone else { return }
            // If the tape cannot take it, the error is reported when the command ends.
            _ = try? await deck.input(.setting, "zone") { Array("\(zone.name) \(zone.text)".utf8) }
        }
    }

    /// The zone of these settings, else the user's.
    func liveZone(_ settings: SessionSettings) -> ZoneRule? {
        Self.zone(settings["zone"], host) ?? host.zone(SettingTable.localZone)
    }

    static func zone(_ name: String, _ host: HostEnvironment) -> ZoneRule? {
        switch name.lowercased() {
        case "utc": .utc
        case ZoneRule.instance.name: .instance
        default: host.zone(name)
        }
    }
}

extension InputFailure {
    /// A file that could not be read or written.
    fileprivate init(_ problem: Problem, at path: String) {
        let cause: Cause? =
            switch problem.cause {
            case .fileExists: .fileExists
            case .outsideFolder: .outsideFolder
            case nil: nil
            }
        self.init(.file, path, problem.message, cause)
    }
}

extension Problem {
    package static let noEditor = Problem(
        .refused, "The editor did not start, or ended with an error.",
        hints: ["Set VISUAL or EDITOR to an editor before Snowdeck starts."])

    /// An existing file is replaced only if that is requested.
    package static func fileExists(_ path: String) -> Problem {
        var problem = Problem(.usage, "\(path) already exists and is not replaced.")
        problem.cause = .fileExists
        return problem
    }
}
