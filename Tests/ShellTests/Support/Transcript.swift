import ExchangeModel
import Foundation
import Recipes
import Sandbox
import SandboxCommands
import Tapes
import TestSupport
import Testing
import Workbench

/// A session as text, from the files in `Transcripts`; the README there has the format. It is run, compared as a whole,
/// and its tapes are replayed strictly.
struct Transcript: Sendable, CustomTestStringConvertible {
    /// `@ WORD REST`, and the indented lines below it.
    struct Directive: Sendable {
        let word: String
        let rest: String
        var block: [String] = []
        let line: Int

        /// Its first line.
        var text: String { "@ " + word + (rest.isEmpty ? "" : " " + rest) + "\n" }

        /// The block without the blank lines that end it.
        var lines: [String] { Array(block[..<(block.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0)]) }
    }

    private enum Step: Sendable {
        case typed(String)
        case directive(Directive)
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Transcripts")

    private let file: String
    private let name: String
    private let line: Int
    private var steps: [Step] = []
    /// The text without the blocks of its directives.
    private var text = ""

    var testDescription: String { "\(file): \(name)" }

    /// The lines to type.
    var lines: [String] { steps.compactMap { if case .typed(let line) = $0 { line } else { nil } } }

    private var directives: [Directive] {
        steps.compactMap { if case .directive(let directive) = $0 { directive } else { nil } }
    }

    static let all: [Transcript] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".transcript") }.sorted().flatMap { file in
            read((try? sample(file)) ?? "test unreadable\n@ unreadable", file)
        }
    }()

    /// The text of a file in the folder of the transcripts.
    static func sample(_ file: String) throws -> String {
        try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    private init(_ file: String, _ name: String, _ line: Int) { (self.file, self.name, self.line) = (file, name, line) }

    /// The transcripts of a text.
    private static func read(_ text: String, _ file: String) -> [Transcript] {
        var all: [Transcript] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("test ") {
                all.append(Transcript(file, String(line.dropFirst(5)), number + 1))
            } else if let last = all.indices.last {
                all[last].add(String(line), at: number + 1)
            }
        }
        for place in all.indices {
            while all[place].text.hasSuffix("\n\n") { all[place].text.removeLast() }
        }
        return all
    }

    private mutating func add(_ line: String, at number: Int) {
        if line.hasPrefix("@ ") {
            let word = line.dropFirst(2).prefix { $0 != " " }
            steps.append(
                .directive(
                    Directive(word: String(word), rest: String(line.dropFirst(3 + word.count)), line: number)))
        } else if line.hasPrefix("> ") {
            steps.append(.typed(Self.unmarked(line.dropFirst(2))))
        } else if case .directive(var directive)? = steps.last, line.isEmpty || line.hasPrefix("    ") {
            directive.block.append(String(line.dropFirst(4)))
            steps[steps.count - 1] = .directive(directive)
            return
        }
        text += line + "\n"
    }

    /// The lines after `> `, without marks.
    static func typed(in text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { unmarked($0.dropFirst(2)) }
    }

    private static func unmarked(_ line: Substring) -> String { line.filter { $0 != "‹" && $0 != "›" } }

    func check() async throws {
        var stage = TranscriptStage()
        for directive in directives { try stage.set(directive) }
        var run = try TranscriptRun(stage)
        var printed = ""
        for step in steps {
            switch step {
            case .typed(let line): printed += Self.shown(await run.harness.transcript(of: [line]))
            case .directive(let directive):
                printed += directive.text
                try await run.perform(directive, at: location(directive.line))
            }
        }
        let location = self.location(line)
        expectEqual(printed, text, "\(testDescription) now reads:\n\(printed)", sourceLocation: location)
        try await run.harness.closeAndReplay(location: location)
    }

    private func location(_ line: Int) -> SourceLocation {
        SourceLocation(
            fileID: "ShellTests/" + file, filePath: Self.folder.appending(path: file).path, line: line, column: 1)
    }

    /// A line of output that looks typed is indented.
    private static func shown(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return (lines.prefix(1) + lines.dropFirst().map { $0.hasPrefix("> ") ? " " + $0 : $0 }).joined(separator: "\n")
    }

    /// The bytes of a text in which `\xFC` is that byte.
    static func bytes(_ text: String) -> [UInt8] {
        let parts = unescaped(text).split(separator: "\\x", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: Array(parts[0].utf8)) { bytes, part in
            bytes += [UInt8(part.prefix(2), radix: 16) ?? 0] + part.dropFirst(2).utf8
        }
    }

    /// A text in which `\u{1B}` is that character, and which may be `COUNT × TEXT`.
    static func unescaped(_ text: String) -> String {
        if let match = text.wholeMatch(of: #/(\d+) × (.+)/#), let count = Int(match.1) {
            return String(repeating: String(match.2), count: count)
        }
        return text.replacing(#/\\u\{([0-9A-Fa-f]+)\}/#) { match in
            UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
        }
    }
}

/// What directives decide before the first line is typed.
struct TranscriptStage {
    static let words: Set = [
        "instance", "user", "width", "allow-writes", "tape", "trust", "setting", "answers", "fault", "lifetime",

        "override", "meanwhile", "response",
    ]

    /// The sandbox's clock.
    let clock = ManualClock(FixedClock().now)
    private(set) var options: [String: String] = [:]
    private(set) var settings: [String: String] = [:]
    private(set) var answers: [String] = []
    private var faults: [Fault] = []
    private var overrides: [StagedInstance.Override] = []
    private var others: [StagedInstance.Meanwhile] = []
    private var script: [ScriptedTransport.Outcome]?

    mutating func set(_ directive: Transcript.Directive) throws {
        let rest = directive.rest
        switch directive.word {
        case "instance", "user", "width", "allow-writes", "tape", "trust", "lifetime":
            options[directive.word] = rest
        case "setting":
            let parts = rest.split(separator: "=", maxSplits: 1).map(String.init)
            settings[parts[0]] = parts[1]
        case "answers":
            answers += rest.split(separator: #/, ?/#, omittingEmptySubsequences: false).map {
                Transcript.unescaped(String($0))
            }
        case "fault": faults.append(try Fault(rest))
        case "meanwhile": others.append(try StagedInstance.Meanwhile(rest))
        case "override": overrides.append(try StagedInstance.Override(rest, directive.lines))
        case "response": script = (script ?? []) + [try Self.outcome(rest, directive.lines)]
        default: break
        }
    }

    /// The instance: the script of its responses, or a sandbox.
    func instance() throws -> StagedInstance {
        if let script { return StagedInstance(ScriptedTransport(script), overrides) }
        var sandbox = SandboxOptions(clock: clock)
        sandbox.faults = faults
        if let lifetime = options["lifetime"] { sandbox.sessionLifetime = Int64(lifetime) ?? 0 }
        return StagedInstance(TestSandbox(sandbox), overrides, others)
    }

    private static let reasons = [200: "OK", 403: "Forbidden"]

    /// `STATUS [TYPE] BODY` with header fields below it, or the kind of a failure and its message.
    static func outcome(_ text: String, _ fields: [String]) throws -> ScriptedTransport.Outcome {
        let match = try #require(text.wholeMatch(of: #/(\w+) ?(.*)/#))
        guard let status = Int(match.1) else {
            let kind = try #require(TransportFailure.Kind(rawValue: String(match.1)))
            return .failure(TransportFailure(recorded: kind, String(match.2)))
        }
        let parts = try #require(String(match.2).wholeMatch(of: #/(?:(-|\w+\/[\w.+-]+) ?)?(.*)/#))
        let type = parts.1.map { String($0) } ?? "application/json"
        var headers: HeaderFields = type == "-" ? [:] : ["Content-Type": type]
        for field in fields {
            let halves = try #require(field.wholeMatch(of: #/(.+?): (.*)/#))
            headers.append(String(halves.1), String(halves.2))
        }
        let body = Transcript.bytes(String(parts.2))
        return .success(HTTPResponse(status: status, reason: reasons[status] ?? "", headers: headers, body: body))
    }
}

/// What a transcript uses while it runs.
private struct TranscriptRun {
    let harness: ShellHarness
    private let instance: StagedInstance
    private let clock: ManualClock
    private var kept: [String: [UInt8]] = [:]

    init(_ stage: TranscriptStage) throws {
        clock = stage.clock
        instance = try stage.instance()
        let machine = try TestMachine(instance: instance, answers: stage.answers)
        harness = try ShellHarness(
            machine, instance: stage.options["instance"] ?? "sandbox", user: stage.options["user"],
            tape: stage.options["tape"] ?? "tape", width: stage.options["width"].flatMap { Int($0) },
            settings: stage.settings, allowWrites: stage.options["allow-writes"], trust: stage.options["trust"] != nil)
    }

    mutating func perform(_ directive: Transcript.Directive, at location: SourceLocation) async throws {
        let folder = harness.machine.folder, rest = directive.rest
        let halves = rest.split(separator: " ", maxSplits: 1).map(String.init)
        switch directive.word {
        case "file": folder.write(text(directive), to: halves[0])
        case "recipe": folder.write(Array(try recipe(directive).utf8), to: "recipes/\(halves[0])\(Recipe.suffix)")
        case "move": clock.advance(by: Int64(rest) ?? 0)
        case "remove": folder.remove(rest)
        case "link":
            folder.makeFolder(for: halves[0])
            folder.link(halves[0], to: folder.path + "/" + halves[1])
        case "keep": kept[rest] = folder.bytes(of: rest)
        case "kept": expectEqual(folder.bytes(of: rest), kept[rest], sourceLocation: location)
        case "names":
            let names = folder.names(in: halves[0]).map(\.name)
            expectEqual(names.joined(separator: " "), (halves.count > 1 ? halves[1] : ""), sourceLocation: location)
        case "holds": expectEqual(folder.bytes(of: halves[0]), text(directive), sourceLocation: location)
        case "has", "lacks":
            let bytes = folder.bytes(of: halves[0]) ?? []
            let found = bytes.firstRange(of: Array(Transcript.unescaped(halves[1]).utf8)) != nil
            expectEqual(found, (directive.word == "has"), "\(rest)", sourceLocation: location)
        case "replays":
            let replay = try await harness.machine.check(folder.path + "/" + rest)
            expectEqual(replay.status, 0, "\(replay.printed)", sourceLocation: location)
        case "sends":
            let request = instance.take()
            let body = request?.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
            expectEqual(
                request.map { "\($0.method) \($0.url.target)\(body)" } ?? "nothing", rest, sourceLocation: location)
            for field in directive.lines {
                let name = String(field.prefix { $0 != ":" })
                expectEqual("\(name): \(request?.headers[name] ?? "-")", field, sourceLocation: location)
            }
        default:
            guard !TranscriptStage.words.contains(directive.word) else { return }
            Issue.record("unknown directive \(directive.word)", sourceLocation: location)
        }
    }

    /// The text behind ` = `, or the block with a line break at its end.
    private func text(_ directive: Transcript.Directive) -> [UInt8] {
        let match = directive.rest.wholeMatch(of: #/\S+ = ?(.*)/#)
        return Transcript.bytes(match.map { String($0.1) } ?? directive.lines.map { $0 + "\n" }.joined())
    }

    /// A recipe of blocks of steps, between `--`; `writes:` and `param` come first. Without lines it is a sample.
    private func recipe(_ directive: Transcript.Directive) throws -> String {
        let (name, line) = (directive.rest.prefix { $0 != " " }, directive.rest.firstRange(of: " = "))
        if let line { return SampleRecipes.text(String(name), String(directive.rest[line.upperBound...])) }
        var lines = directive.lines[...], writes: String?, parameters: [String] = []
        guard !lines.isEmpty else { return try Transcript.sample(name + Recipe.suffix) }
        while let first = lines.first {
            if first.hasPrefix("writes: ") {
                writes = String(first.dropFirst(8))
            } else if first.hasPrefix("param ") {
                parameters.append(String(first.dropFirst(6)))
            } else {
                break
            }
            lines.removeFirst()
        }
        return SampleRecipes.text(
            String(name), writes: writes, params: parameters.isEmpty ? nil : parameters.joined(separator: "\n"),
            blocks: lines.split(separator: "--").map { $0.joined(separator: "\n") })
    }
}
