import CassetteStore
import ExchangeModel
import Notation
import Rendering
import Replaying
import TapeDeck
import TapeFormats
import Tapes
import Workbench

extension Parameter {
    fileprivate static let cutCommands = Argument<String>(
        "commands", .cassette, "A command %6:12, or several %6:12..15; %:12..15 on the tape of this session")
    fileprivate static let dependents = Flag<Bool>("dependents", "Leave out what depends on them, too")
}

extension Command {
    static let tapeCut = Command(
        "tape cut", arguments: [.cutCommands], flags: [.newCassette, .dependents],
        traits: Traits(isRecorded: false, inRecipes: .never("is about tapes"))
    ) { run in
        let (source, range) = try cutRange(run)
        let cassette = try CassetteLookup.cassette(named: source, run)
        let path = try NewCassette.path(cassette.path, run, run.arguments)
        let label = run.labels(of: [cassette.path])[cassette.path] ?? source ?? "%"
        let commands = try cassette.sessions().flatMap { try cassette.commands(of: $0.id) }
        let named = commands.filter { range.contains($0.id) && $0.exitStatus != nil }.map(\.id)
        guard !named.isEmpty else {
            throw run.arguments.problem(
                .refused, "There is no such command.", at: .cutCommands, hints: ["tape show \(label)"])
        }
        var cut = TapeCut(cassette, commands, Set(named))
        let runner = ReplayRunner(
            run.host, purpose: .check, trusts: false, sandbox: run.options.sandbox, version: run.options.version)
        while true {
            try cut.takeSteps(label)
            let found = try cut.readers().merging(try await cut.differing(runner, run)) { $1 }
            if found.isEmpty { break }
            let lines = found.sorted { $0.key < $1.key }.map { number, reason in
                "\(label):\(number)  \(SafeText.line(cut.line(number), limit: 60))  \(reason)"
            }
            guard run.arguments[.dependents] else {
                throw Problem(
                    .refused,
                    "\(Phrase.counted(found.count, "command")) \(found.count == 1 ? "depends" : "depend") on what is cut, so no copy was made.",
                    notes: lines, hints: ["--dependents leaves them out, too."])
            }
            for line in lines { run.notes.add("Also cut: \(line)") }
            cut.numbers.formUnion(found.keys)
        }
        let numbers = cut.numbers
        try await NewCassette.make(at: path, run) {
            try TapeCopy.copy(cassette, onto: $0, without: numbers)
        } checking: {
            _ in
        }
        run.notes.add("\(Phrase.counted(numbers.count, "command")) cut.")
        run.notes.add(NewCassette.next(path))
        return CommandResult(.none)
    }
}

/// The tape and the commands of `%6:12..15`, `%6:12` or `demo:3..%6:5`.
private func cutRange(_ run: isolated Run) throws(Problem) -> (tape: String?, range: ClosedRange<Int64>) {
    let typed = run.arguments[.cutCommands] ?? ""
    let ends = typed.replacing("..", with: "\n").split(separator: "\n").map(String.init)
    let reference = TapeReference(ends.first ?? "")
    let last = ends.count > 1 ? Int64(ends[1]) ?? TapeReference(ends[1]).command : reference.command
    guard ends.count < 3, let first = reference.command, let last, reference.request == nil, first <= last else {
        throw run.arguments.problem(
            .usage, "Commands are written as %6:12, or %6:12..15.", at: .cutCommands, hints: ["tape show"])
    }
    return (reference.tape, first...last)
}

/// The commands that are cut from a tape, and those that depend on them.
private struct TapeCut {
    private let cassette: Cassette
    private let lines: [Int64: String]
    private let outer: [Int64: Int64]
    var numbers: Set<Int64>

    init(_ cassette: Cassette, _ commands: [CommandRecord], _ numbers: Set<Int64>) {
        self.cassette = cassette
        self.numbers = numbers
        lines = Dictionary(commands.map { ($0.id, $0.line) }) { first, _ in first }
        outer = (try? Nesting.outer(of: commands.sorted { $0.id < $1.id }, on: cassette)) ?? [:]
    }

    func line(_ number: Int64) -> String { lines[number] ?? "" }

    /// Adds the commands that a cut command ran. One of them cannot be cut alone.
    mutating func takeSteps(_ label: String) throws(Problem) {
        for (step, outer) in outer.sorted(by: { $0.key < $1.key }) {
            if numbers.contains(outer) {
                numbers.insert(step)
            } else if numbers.contains(step) {
                throw Problem(
                    .refused, "\(label):\(step) was run by \(label):\(outer), and only that can be cut.",
                    hints: ["tape cut \(label):\(outer) -o NEW"])
            }
        }
    }

    /// Later commands that read what a cut command changed, with reasons.
    func readers() throws -> [Int64: String] {
        var changed: [RequestEffect.Thing: Int64] = [:], found: [Int64: String] = [:]
        try cassette.forEachRequest { (exchange) throws(CassetteError) in
            let record = exchange.request
            guard let command = record.command, record.epoch != nil, let url = HTTPURL(record.url) else { return }
            let request = HTTPRequest(
                HTTPMethod(rawValue: record.method), url, headers: record.headers, body: record.body)
            let effect = RequestEffect.of(request)
            if numbers.contains(command) {
                if case .changes(let things) = effect { for thing in things { changed[thing] = command } }
                return
            }
            let thing = RequestEffect.thing(at: url.path)
            guard let cause = changed[thing] ?? changed[.anything] else { return }
            if case .table(let name) = thing {
                found[command] = "reads \(name), which command \(cause) changed"
            } else {
                found[command] = "may read what command \(cause) changed"
            }
        }
        return found.filter { outer[$0.key].map { !numbers.contains($0) } ?? true }
    }

    /// Why a command does not run without those that are cut.
    private func reason(_ number: Int64) -> String {
        let captured = Set(numbers.flatMap { (try? Parser.parse(line($0)))?.captures.map(\.name) ?? [] })
        for word in (try? Parser.parse(line(number)))?.words ?? [] {
            for case .variable(let name, _) in word.pieces where captured.contains(name) { return "uses {{\(name)}}" }
        }
        return "ends differently"
    }

    /// Commands that end differently without those that are cut, with what they print.
    func differing(_ runner: ReplayRunner, _ run: isolated Run) async throws -> [Int64: String] {
        let draft = try run.tapes.scratchPath("cut")
        defer { try? run.tapes.discard(draft) }
        var old: [Int64: Int64] = [:]
        try run.tapes.make(at: draft, replacing: true, bodyLimit: run.requests.limits.body) {
            for (before, after) in try TapeCopy.copy(cassette, onto: $0, without: numbers) { old[after] = before }
        }
        var found: [Int64: String] = [:]
        let isDone = try await runner.comparing(draft) { comparison, _ in
            guard !comparison.isSame, let number = old[comparison.command.id] else { return }
            let said = String(decoding: comparison.played.standardError, as: UTF8.self)
            found[number] =
                said.split(separator: "\n").first.map { SafeText.line(String($0), limit: 70) } ?? reason(number)
        } unfinished: { _ in
        }
        guard isDone else { throw CancellationError() }
        return found
    }
}
