import CassetteStore
import ExchangeModel
package import LineEditing
import MyWork
import Notation
import NowData
import NowSDK
import NowWeb
import Synchronization

extension ShellSession {
    package func complete(_ text: String, cursor: Int) async -> Completions? {
        await completionEngine().complete(text, cursor: cursor)
    }

    /// Completes the program's own command line.
    ///
    /// - Parameters:
    ///   - words: without the program's name; the last one is at the cursor.
    ///   - isOffline: whether to send no requests.
    package func complete(arguments words: [String], isOffline: Bool) async -> [Candidate] {
        var engine = await completionEngine()
        if isOffline { engine = CompletionEngine(source: EmptyCompletionSource(), environment: engine.environment) }
        return await engine.complete(arguments: words)
    }

    private func completionEngine() async -> CompletionEngine {
        let known = variables.sorted { $0.key < $1.key }.map {
            Candidate($0.key, VariableList($0.value)?.summary ?? $0.value)
        }
        let zone = zone
        let files = host.files.contents, startUpFile = host.files.startUpFile
        let pages = connection.link?.pages
        let host = host
        let folder = host.files.contents
        let recipeNames: @Sendable () -> [String] = { ShellSession.recipeNames(in: folder("recipes/")) }
        let read: @Sendable (String) -> Recipe? = { path in
            guard let bytes = try? host.files.readRegular(path) else { return nil }
            return try? Recipe.read(String(decoding: bytes, as: UTF8.self), at: path)
        }
        let aliases = aliases
        let sandbox = options.sandbox
        let tapes: @Sendable () -> [TapeCandidate] = { TapeCandidate.all(on: host.tapes, zone, sandbox) }
        var environment = CompletionEnvironment(
            variables: { known }, files: { folder in files(folder) },
            cassettes: { tapes().map { Candidate($0.name, $0.summary) } },
            instances: { ((try? startUpFile().profiles()) ?? []).map { Candidate($0.name, $0.instance.name) } },
            pages: {
                guard let pages else { return CompletionPages() }
                let history = pages.history
                let titles = Dictionary(
                    (history.back + history.forward + [history.current].compactMap(\.self)).map {
                        ($0.address.target, $0.title)
                    },
                    uniquingKeysWith: { _, last in last })
                return CompletionPages(
                    addresses: pages.addresses.map { Candidate($0, titles[$0] ?? "") }, document: pages.page?.document)
            },
            recipes: { recipeNames().map { Candidate($0, read(ShellSession.recipePath($0))?.goal ?? "") } },
            recipeParameters: { read(ShellSession.recipePath($0))?.parameters ?? [] })
        let lists = variables.sorted { $0.key < $1.key }.compactMap { name, value in
            VariableList(value).map { Candidate("{{\(name)}}", $0.summary) }
        }
        environment.lists = { lists }
        environment.tapeNumbers = {
            tapes().compactMap { tape in
                tape.number.map { Candidate("%\($0)", "\(tape.name), \(tape.summary)") }
            }
        }
        environment.aliases = { aliases.all.map { Candidate($0.name, $0.body) } }
        environment.zones = { host.zoneNames().map { Candidate($0) } }
        let programs = programs
        environment.programs = { programs.names(host) }
        let answer = typedAnswer
        environment.answer = { $0 == answer?.command ? answer?.value() : nil }
        environment.now = { host.clock.now }
        environment.zone = zone ?? .utc
        let completionSource = completionSource()
        if connection.hasStaleRecords {
            connection.hasStaleRecords = false
            await completionSource.forgetRecords()
        }
        return CompletionEngine(source: completionSource, environment: environment)
    }

    /// Drops cached data that a write may have changed.
    ///
    /// - Parameter tables: the tables that were written to; nil if unknown.
    func recordsHaveChanged(in tables: [String]? = nil) {
        connection.hasStaleRecords = connection.completionSource != nil
        connection.link?.schema.recordsHaveChanged(in: tables)
        connection.link?.listedTasks.forget()
    }

    func completionSource() -> SessionCompletionSource {
        if let completionSource = connection.completionSource { return completionSource }
        let made = SessionCompletionSource(
            link: { [weak self] in
                guard let self else { throw CancellationError() }
                return try await self.connected()
            },
            service: { [weak self] in
                guard let self else { throw CancellationError() }
                return MyWorkService(
                    instance: await self.instance, transport: try await self.connected().transport, purpose: .completion
                )
            })
        connection.completionSource = made
        return made
    }

    func choices(of table: String, column: String) async -> [Candidate] {
        await completionSource().choices(of: table, column: column)
    }

    /// Values of a column that begin with the typed text, for completion, from the most recently updated records. Empty
    /// if the request fails.
    func values(of table: String, column: String, beginning typed: String) async -> RecordNames {
        // A caret would end the condition.
        let condition =
            typed.isEmpty || typed.utf8.contains(where: { $0 == UInt8(ascii: "^") || $0 < 0x20 })
            ? "ISNOTEMPTY" : "STARTSWITH" + typed
        let read = TableRead(
            table, query: column + condition + "^ORDERBYDESCsys_updated_on",
            fields: [column, "name", "short_description"], limit: Self.maxValues, display: .value, skipsCount: true)
        guard let rows = try? await tables().asking(for: .completion).list(read).rows else { return RecordNames([]) }
        var seen: Set<String> = []
        let names = rows.compactMap { row -> Candidate? in
            guard let text = row[column]?.value, !text.isEmpty, seen.insert(text).inserted else { return nil }
            let about = [row["name"]?.value, row["short_description"]?.value].compactMap(\.self)
            return Candidate(text, about.first { !$0.isEmpty && $0 != text } ?? "")
        }
        return RecordNames(names, isWhole: rows.count < Self.maxValues)
    }

    private static let maxValues = 50
}

/// The answer of the last typed command, for completing paths.
struct TypedAnswer: Sendable {
    let command: Command
    let value: @Sendable () -> JSON
}

/// The programs on the PATH, read on first use.
final class ProgramNames: Sendable {
    private let known = Mutex<[String]?>(nil)

    func names(_ host: HostEnvironment) -> [String] {
        known.withLock { known in
            if let known { return known }
            let folders = (host.variable("PATH") ?? "").split(separator: ":").map(String.init)
            let names = Set(folders.filter { $0.hasPrefix("/") }.flatMap { host.files.programs(in: $0) })
            let sorted = names.map { ($0.lowercased(), $0) }.sorted { $0 < $1 }.map(\.1)
            known = sorted
            return sorted
        }
    }
}

/// A tape as completion offers it.
struct TapeCandidate {
    /// Nil if it is not stored.
    let number: Int64?
    /// A word that means this tape: its name, or its path if the name means something else.
    let name: String
    /// `2026-04-14 19:29:09, dev1: table list incident`.
    let summary: String

    /// The project's tapes and the user's, newest first; none if the catalog cannot be read.
    static func all(on tapes: any TapeStorage, _ zone: ZoneRule?, _ sandbox: Instance) -> [TapeCandidate] {
        guard let facts = try? tapes.facts() else { return [] }
        var seen: Set<String> = []
        return facts.enumerated().map { place, tape in
            TapeCandidate(
                tape, place < mostLines ? tapes.firstLine(of: tape) : "",
                isFirst: seen.insert(TapeName.name(of: tape.path)).inserted, zone, sandbox)
        }
    }

    /// The first lines are on the tapes, so only those of the newest are read: a key press waits for them.
    private static let mostLines = 40

    private init(_ tape: TapeFacts, _ line: String, isFirst: Bool, _ zone: ZoneRule?, _ sandbox: Instance) {
        number = tape.isNumbered ? tape.number : nil
        let name = TapeName.name(of: tape.path)
        // A bare number is an exchange.
        self.name = isFirst && Int(name) == nil && !TapeName.meansExisting(name) ? name : tape.path
        let places = tape.content?.instances.prefix(3).map { origin in
            guard let instance = try? Instance(origin) else { return origin }
            return instance == sandbox ? "sandbox" : instance.shortName
        }
        let time = zone?.text(of: tape.changed) ?? tape.changed.glideText
        let place = places.map { $0.isEmpty ? "" : ", " + $0.joined(separator: ", ") } ?? ", unreadable"
        summary = SingleLine.of(time + place + (line.isEmpty ? "" : ": " + line), limit: 100)
    }
}
