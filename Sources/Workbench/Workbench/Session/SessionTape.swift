import CassetteStore
import ExchangeModel
import NowSDK
package import TapeDeck

package enum DeckSlot: Sendable {
    /// A cassette to record to, inserted when the first command is recorded; without a path, a new one of the user's.
    case waiting(path: String?, replacing: Bool)
    /// A cassette to extend, inserted when the first command is recorded; created if it does not exist.
    case waitingToExtend(path: String)
    case recording(RecordingDeck, path: String)
    case extending(ExtendingDeck, path: String)
    case playing(PlayingDeck, path: String)

    package var deck: (any Deck)? {
        switch self {
        case .waiting, .waitingToExtend: nil
        case .recording(let deck, _): deck
        case .extending(let deck, _): deck
        case .playing(let deck, _): deck
        }
    }

    package var path: String? {
        switch self {
        case .waiting(let path, _): path
        case .waitingToExtend(let path): path
        case .recording(_, let path), .extending(_, let path), .playing(_, let path): path
        }
    }

    package var isPlaying: Bool {
        if case .playing = self { true } else { false }
    }

    package var isExtending: Bool {
        switch self {
        case .waitingToExtend, .extending: true
        case .waiting, .recording, .playing: false
        }
    }

    /// Whether pipelines are started and files written: in a replay, only for a trusted tape.
    package func runsDestinations(trusting trusts: Bool) -> Bool { !isPlaying || trusts }
}

extension ShellSession {
    func openDeck() throws(Problem) -> any Deck {
        if let deck = slot.deck { return deck }
        switch slot {
        case .waiting(nil, _) where options.isSingleCommand:
            let (deck, path) = try host.tapes.recordOfDay(at: shortName, session: liveSessionRecord())
            slot = .recording(deck, path: path)
            return deck
        case .waiting(let chosen, let replacing):
            let path = chosen ?? host.tapes.newPath()
            let deck = try newRecording(onto: path, replacing: replacing)
            slot = .recording(deck, path: path)
            return deck
        case .waitingToExtend(let path):
            let deck = ExtendingDeck(try newRecording(onto: path, replacing: false))
            slot = .extending(deck, path: path)
            return deck
        case .recording, .extending, .playing: throw Problem(.internal, "There is no tape.")
        }
    }

    private func newRecording(onto path: String, replacing: Bool) throws(Problem) -> RecordingDeck {
        try host.tapes.record(onto: path, replacing: replacing, session: liveSessionRecord())
    }

    /// A record of this session as it is now.
    private func liveSessionRecord() -> SessionRecord {
        let choices = userChoices
        taped = TapedFacts(width: choices.settings.width, zone: liveZone(choices.settings), user: choices.signIn.user)
        return sessionRecord
    }

    /// Inserts a cassette to record to. It is opened before the current one is closed, so an error changes nothing.
    func record(onto path: String, replacing: Bool) throws(Problem) {
        if slot.path == path { try change(to: .waiting(path: path, replacing: replacing)) }
        let deck = try newRecording(onto: path, replacing: replacing)
        do throws(TapeError) {
            try deck.open()
        } catch {
            throw ProblemMapper.problem(error)
        }
        try change(to: .recording(deck, path: path))
    }

    func extend(_ path: String) throws(Problem) {
        if slot.path == path { try change(to: .waitingToExtend(path: path)) }
        let deck = ExtendingDeck(try newRecording(onto: path, replacing: false))
        do throws(TapeError) {
            try deck.open()
        } catch {
            throw ProblemMapper.problem(error)
        }
        try change(to: .extending(deck, path: path))
    }

    /// Inserts another cassette and closes the current one. The state that a played tape brought along is dropped.
    func change(to slot: DeckSlot) throws(Problem) {
        do throws(TapeError) {
            try self.slot.deck?.close()
        } catch {
            throw ProblemMapper.problem(error)
        }
        self.slot = slot
        connection.link = nil
        // `last` of a replay sees only answers of the same tape.
        answers = AnswerHistory()
        restoreUserChoices()
    }

    private var sessionRecord: SessionRecord {
        let own = userChoices
        return SessionRecord(
            startedAt: host.clock.now, instance: own.instance.description, user: own.signIn.user,
            zone: taped.zone?.name ?? ZoneRule.utc.name, zoneRules: taped.zone?.text ?? ZoneRule.legacyRule,
            width: own.settings.width, version: options.version, policy: "",
            settings: SessionChoices(
                settings: own.settings.values.merging(["wide": own.settings["wide"]]) { own, _ in own },
                variables: own.variables, profile: own.profile, signIn: own.signIn
            ).text, seed: options.seed)
    }

    func end() { lifecycle.isOver = true }

    /// Ends the session: interrupts the running command and runs no further ones. Returns whether the caller has to
    /// close the session, because no command is running and it is not closed yet.
    package func stop() -> Bool {
        (lifecycle.isOver, lifecycle.isStopped) = (true, true)
        guard !running.isRunning else {
            interrupt()
            return false
        }
        return !lifecycle.isClosed
    }

    package func closeReportingErrors() {
        do throws(Problem) { try close() } catch { _ = say(error, from: nil) }
    }

    /// Closes the tape while a command is still running, when the program cannot wait any longer.
    package nonisolated func closeUnderCommand() { try? running.deck?.close() }

    package func close() throws(Problem) {
        lifecycle.isClosed = true
        do throws(TapeError) {
            try slot.deck?.close()
        } catch {
            throw ProblemMapper.problem(error)
        }
        guard !slot.isPlaying, slot.deck != nil, let path = slot.path else { return }
        if let usage = host.tapes.usageToReport(after: path) { write(usage.warning) }
    }
}

/// Names of tapes.
package enum TapeName {
    /// Whether a name can only mean a tape that exists.
    package static func meansExisting(_ name: String) -> Bool { name == "last" || name.utf8.first == UInt8(ascii: "%") }

    package static func name(of path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(".cassette") ? String(file.dropLast(".cassette".count)) : file
    }

    /// Whether a name was given by Snowdeck: it begins with a date. `tape remove --older` deletes such tapes.
    package static func isAutomatic(_ name: String) -> Bool {
        let mark = UInt8(ascii: "-"), bytes = Array(name.utf8.prefix(10))
        return bytes.count == 10
            && bytes.indices.allSatisfy { [4, 7].contains($0) ? bytes[$0] == mark : (0x30...0x39).contains(bytes[$0]) }
    }
}

/// A recording that takes a tape's place only when it is complete. It is made beside the tape, in a file that no list of
/// tapes contains, so a failure or a kill leaves the tape as it was.
package struct TapeDraft: Sendable {
    package let target: String
    /// Whether there is a tape at the target.
    package let replaces: Bool

    package var path: String { target + ".recording" }

    /// Moves what an earlier recording left there aside, and reports it.
    ///
    /// - Throws: if the target is not a cassette, or one of both is being recorded.
    package init(of target: String, _ host: HostEnvironment, say: (String) -> Void) throws(Problem) {
        self.target = target
        do throws(CassetteError) {
            try host.tapes.play(target).close()
            // Opening it for changes would change it, so only if it is being recorded or was left by a kill.
            if ["-wal", ".lock"].contains(where: { host.files.realPath(target + $0) != nil }) {
                try host.tapes.edit(target).close()
            }
            replaces = true
        } catch {
            guard error.kind == .missing else { throw Problem(.tape, error.message) }
            replaces = false
        }
        guard Self.suffixes.contains(where: { host.files.realPath(path + $0) != nil }) else { return }
        // A process that is making it has its lock before its file.
        var isTape = true
        do throws(CassetteError) { try host.tapes.edit(path).close() } catch {
            isTape = false
            // A full disk leaves an empty file.
            let isEmpty = error.kind == .foreign && (try? host.files.readRegular(path)) == []
            guard isEmpty || ![.locked, .foreign, .denied].contains(error.kind) else {
                throw Problem(.tape, error.message)
            }
        }
        guard isTape else {
            try discard(host)
            say("Removed \(path), which an earlier recording that failed had left.\n")
            return
        }
        // It may be all that is left of a session, or a tape of the user.
        let left = path
        let kept = (1...).lazy.map { "\(left).\($0)" }.first { host.files.realPath($0) == nil } ?? left
        try host.tapes.move(left, to: kept)
        try discard(host)
        say("An earlier recording failed and left \(left); it was renamed to \(kept).\n")
    }

    /// Begins with the tape's recordings, to add others to them.
    func copyTarget(_ host: HostEnvironment) throws(Problem) {
        guard replaces else { return }
        do {
            // Nothing is recorded onto it meanwhile.
            let hold = try host.tapes.hold(target)
            try host.tapes.copy(target, to: path)
            hold.release()
        } catch { throw ProblemMapper.problem(error) }
    }

    package func discard(_ host: HostEnvironment) throws(Problem) {
        for suffix in Self.suffixes where host.files.realPath(path + suffix) != nil {
            try host.tapes.discard(path + suffix)
        }
    }

    /// Puts the closed recording in the tape's place, in one step.
    package func place(_ host: HostEnvironment) throws(Problem) {
        if replaces {
            do throws(CassetteError) { try host.tapes.edit(target).close() } catch {
                throw unplaced(Problem(.tape, error.message))
            }
        }
        // A log beside either file belongs to it, and would be read with the other.
        for file in [path, target] where host.files.realPath(file + "-wal") != nil {
            throw unplaced(Problem(.tape, "\(file) is being read by another program."))
        }
        do throws(Problem) { try host.tapes.move(path, to: target) } catch { throw unplaced(error) }
    }

    private func unplaced(_ problem: Problem) -> Problem {
        var problem = problem
        problem.notes.append("\(target) \(replaces ? "is unchanged" : "was not made"); this recording is in \(path).")
        return problem
    }

    private static let suffixes = ["", "-wal", "-shm", "-journal", ".new"]
}
