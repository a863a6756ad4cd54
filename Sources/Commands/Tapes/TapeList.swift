package import CassetteStore
import ExchangeModel
import Notation
import NowSDK
import Rendering
import TapeDeck
package import Workbench

extension Parameter {
    fileprivate static let named = Flag<String>("named", .word("TEXT"), "Only tapes with this in their name")
    fileprivate static let with = Flag<String>(
        "with", .word("TEXT"), "Only tapes with this text in a command, an address or an answer")
    fileprivate static let ofInstance = Flag<String>("instance", .instance, "Only tapes of this instance")
    fileprivate static let since = Flag<String>(
        "since", .word("TIME"), "Only tapes changed since then: yesterday, 2h, 3d, 2026-11-20")
}

extension Command {
    static let tapeList = Command("tape list", flags: TapeFilter.flags + [.named, .with], traits: .aboutTapes) { run in
        let filter = try TapeFilter(run.arguments, run)
        var tapes = try filter.chosen(from: run.tapeFacts())
        if let part = run.arguments[.named] {
            tapes = tapes.filter { TapeName.name(of: $0.path).contains(part) }
        }
        if let text = run.arguments[.with] {
            let search = TapeTextSearch(text, in: tapes, run.tapes)
            try search.update(run)
            let holding = try search.holdingTapes()
            tapes = tapes.filter { holding.contains($0.number) }
        }
        let refs = run.arguments.has(.since) || run.arguments.has(.with) ? [:] : run.refs()
        // The column is there once a tape has been pushed.
        let columns =
            ["number", "changed", "name"] + (refs.isEmpty ? [] : ["place"])
            + ["instance", "user", "commands", "size", "begins with"]
        var rows = tapes.map { tape in
            let name = TapeName.name(of: tape.path), content = tape.content
            let note = run.note(of: tape.path)
            return [
                Cell(tape.isNumbered ? tape.label : ""), run.cell(tape.changed),
                Cell(tape.path, display: TapeName.isAutomatic(name) ? "" : name),
            ] + (refs.isEmpty ? [] : [Cell(refs[tape.path].map { run.place(of: tape.path, $0) } ?? "here")]) + [
                Cell(
                    content?.instances.joined(separator: " ") ?? "",
                    display: content?.instances.map(run.placeName(of:)).joined(separator: ", ")),
                Cell(content?.users.joined(separator: ", ") ?? ""),
                Cell(content.map { String($0.commands) } ?? "", display: content == nil ? "unreadable" : nil),
                Cell(String(tape.size), display: ByteText.short(tape.size)),
                Cell(note ?? run.tapes.firstLine(of: tape)),
            ]
        }
        let part = run.arguments[.named] ?? ""
        for (path, ref) in refs.sorted(by: { $0.key < $1.key }) where !run.tapes.exists(path) {
            let name = TapeName.name(of: path)
            guard part.isEmpty || name.contains(part), filter.allows(ref.instances) else { continue }
            rows.append([
                Cell(""), Cell(""), Cell(path, display: name), Cell("store"),
                Cell(
                    ref.instances.joined(separator: " "),
                    display: ref.instances.map(run.placeName(of:)).joined(separator: ", ")), Cell(""),
                Cell(String(ref.commands)), Cell(String(ref.size), display: ByteText.short(ref.size)),
                Cell(ref.note ?? ""),
            ])
        }
        run.warnOfUnstoredIndex()
        run.noteLeftovers()
        return CommandResult(rows: OutputTable(columns, rows))
    }
}

extension TapeFacts {
    /// `%12`; the name of a tape whose number is not stored.
    var label: String { isNumbered ? "%\(number)" : TapeName.name(of: path) }
}

/// The flags that choose among tapes.
struct TapeFilter {
    static let flags: [FlagDefinition] = [.ofInstance, .since]

    private let instance: String?
    private let since: Timestamp?

    init(_ arguments: BoundArguments, _ run: isolated Run) throws(Problem) {
        since = try arguments.moment(.since, now: run.host.clock.now, zone: run.zone)
        guard let typed = arguments[.ofInstance] else {
            instance = nil
            return
        }
        instance = try run.knownOrigin(of: typed) ?? typed
    }

    func allows(_ instances: [String]) -> Bool { instance.map(instances.contains) ?? true }

    func chosen(from tapes: [TapeFacts]) -> [TapeFacts] {
        tapes.filter { tape in
            (since.map { tape.changed >= $0 } ?? true)
                && allows(tape.content?.instances ?? [])
        }
    }
}

extension Run {
    /// The facts of the project's and the user's tapes; the project's are first.
    func tapeFacts() throws -> [TapeFacts] { try host.tapes.facts() }

    /// How lists name tapes: `%` for the one of the session, `%6` for others. A tape without a number has no label.
    package func labels(of paths: Set<String>) -> [String: String] {
        let own = slot.path.flatMap(host.files.realPath)
        let facts = (try? host.tapes.catalog.facts(of: paths.sorted(), open: host.tapes.play)) ?? []
        let labels = facts.compactMap { tape -> (String, String)? in
            if let own, host.files.realPath(tape.path) == own { return (tape.path, "%") }
            return tape.isNumbered ? (tape.path, tape.label) : nil
        }
        return Dictionary(labels) { first, _ in first }
    }

    /// Says so if tapes could not be numbered, as on a full disk.
    func warnOfUnstoredIndex() {
        guard let failure = host.tapes.catalog.failure else { return }
        notes.warn("The index of tapes cannot be saved (\(failure)), so new tapes have no number.")
    }

    /// The origin of a typed instance: the sandbox, a profile, a name or a URL.
    func knownOrigin(of typed: String) throws(Problem) -> String? {
        if typed.lowercased() == "sandbox" { return options.sandbox.description }
        if let profile = Profile.matching(typed, among: try host.files.startUpFile().profiles()) {
            return profile.instance.description
        }
        return (try? Instance(typed))?.description
    }

    /// `sandbox` or the short name of an origin.
    func placeName(of origin: String) -> String {
        guard let instance = try? Instance(origin) else { return origin }
        return instance == options.sandbox ? "sandbox" : instance.shortName
    }
}

extension Command.Traits {
    /// Commands about tapes, which are not on tape themselves.
    package static let aboutTapes = Self(isRecorded: false, inRecipes: .never("is about tapes"))
}

extension Run {
    /// Throws in a replay of an untrusted tape.
    package func checkMayWriteFiles() throws(Problem) {
        guard !slot.runsDestinations(trusting: options.trust) else { return }
        throw Problem(
            .tape, "A replay writes no file.",
            hints: ["tape new NAME", "--trust, if the tape is yours.", "tape export - prints a HAR."])
    }
}

package enum CassetteLookup {
    /// Whether the cassette exists. A file that is not a cassette is an error, because it must not be overwritten.
    package static func exists(_ path: String, _ run: isolated Run) throws(CassetteError) -> Bool {
        do throws(CassetteError) {
            try run.tapes.play(path).close()
            return true
        } catch {
            guard error.kind == .missing else { throw error }
            return false
        }
    }

    /// The path of an existing tape; see `TapeStorage.located`.
    package static func path(_ name: String, _ run: isolated Run) throws(Problem) -> String {
        let reference = TapeReference(name)
        guard reference.command == nil, reference.request == nil else {
            throw Problem(
                .usage, "\(name) is not a tape, but a part of one.", hints: ["tape show \(Quoting.word(name))"])
        }
        guard let tape = reference.tape, case let path = run.tapes.path(tape), path != run.slot.path else {
            // It may not be made yet.
            guard let path = run.slot.path else { throw noTape }
            return path
        }
        return try run.tapes.located(tape, besides: run.slot.path)
    }

    /// - Parameter toChange: whether it is opened for changes, which the one in the deck cannot be.
    package static func cassette(_ run: isolated Run, _ name: String?, toChange: Bool = false) throws -> Cassette {
        let cassette = try cassette(named: name, run)
        return toChange ? try run.tapes.edit(run.atRest(cassette.path)) : cassette
    }

    /// - Parameter name: nil for the tape of the session.
    package static func cassette(named name: String?, _ run: isolated Run) throws -> Cassette {
        if let name, name != "%" { return try run.tapes.play(path(name, run)) }
        switch run.slot {
        case .playing(let deck, _): return deck.cassette
        case .recording(_, let path), .extending(_, let path): return try run.tapes.play(path)
        case .waiting, .waitingToExtend: throw noTape
        }
    }

    private static var noTape: Problem {
        Problem(
            .tape, "There is no tape yet: the first recorded command starts one.",
            hints: ["tape list", "tape open NAME"])
    }
}
