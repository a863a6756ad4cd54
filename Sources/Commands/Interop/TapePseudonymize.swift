import CassetteStore
import ExchangeModel
import Notation
import Replaying
import TapeFormats
import Tapes
import Workbench

extension Parameter {
    fileprivate static let cassette = Argument<String>("cassette", .cassette, "The tape to copy")
    fileprivate static let freeText = Flag<Bool>(
        "free-text", "Replace descriptions, comments and notes by neutral text")
    fileprivate static let keyFile = Flag<String>(
        "key", .file, fallback: "your own key", "Derive the pseudonyms from the key in this file")
    fileprivate static let keep = Flag<[String]>(
        "keep", .word("WORD"), mayRepeat: true, "Leave this word: it is no person's name")
}

extension Command {
    static let tapePseudonymize = Command(
        "tape pseudonymize", arguments: [.cassette],
        flags: [.newCassette, .freeText, .keyFile, .keep],
        traits: Traits(isRecorded: false, value: .answer, inRecipes: .never("is about tapes"))
    ) { run in
        let arguments = run.arguments, tapes = run.tapes
        let source = try CassetteLookup.path(arguments[.cassette] ?? "", run)
        let cassette = try tapes.play(source)
        defer { try? cassette.close() }
        let path = try NewCassette.path(source, run, arguments)
        let key = try PseudonymKey.read(arguments[.keyFile], beside: source, run)
        let pseudonymizer = try Pseudonymizer(
            of: cassette, with: Pseudonyms(key: key.bytes), freeText: arguments[.freeText], keeping: arguments[.keep])
        run.progress("replaying")
        let runner = ReplayRunner(
            run.host, purpose: .check, trusts: false, sandbox: run.options.sandbox, version: run.options.version)
        var found: Remainder?
        try await NewCassette.make(at: path, run) {
            try pseudonymizer.copy(cassette, onto: $0)
        } checking: { draft in
            do {
                try await OutputAcceptance(runner, run.host).regenerate(draft)
            } catch {
                var problem = ProblemMapper.problem(error)
                problem.notes.append("\(path) was not made.")
                problem.hints.append("snowdeck replay \(Quoting.word(source)) --check")
                if arguments[.freeText] { problem.hints.append("Without --free-text, texts stay as they are.") }
                throw problem
            }
            run.progress("")
        } reviewing: { copy in
            let remainder = try remainder(of: pseudonymizer, on: copy, tapes)
            found = remainder
            guard let original = remainder.original else { return }
            let name = TerminalText.plain(original)
            throw Problem(
                .tape, "An original is left on the copy, in \(remainder.place): \(name)",
                notes: ["\(path) was not made."], hints: ["If it is no person's name: --keep \(Quoting.word(name))"])
        }
        guard let remainder = found else { throw Problem(.internal, "The copy was not searched.") }
        let recipes = try recipes(naming: pseudonymizer, on: cassette)
        for note in key.notes + notes(about: pseudonymizer, remainder, recipes) { run.notes.add(note) }
        run.notes.add("The key of the pseudonyms is in \(key.file); do not share it.")
        run.notes.add(NewCassette.next(path))
        var facts = [
            ("tape", path), ("people", String(pseudonymizer.people)),
            ("addresses", String(pseudonymizer.addresses)), ("phones", String(pseudonymizer.phones)),
        ]
        if arguments[.freeText] { facts.append(("texts", String(pseudonymizer.texts))) }
        return CommandResult(facts: facts)
    }
}

private func remainder(
    of pseudonymizer: Pseudonymizer, on path: String, _ tapes: any TapeStorage
) throws(CassetteError) -> Remainder {
    let cassette = try tapes.play(path)
    defer { try? cassette.close() }
    return try pseudonymizer.remainder(on: cassette)
}

extension Parameter {
    static let newCassette = Flag<String>("output", short: "o", .newCassette, "The new tape; required")
}

/// The copy.
enum NewCassette {
    /// Makes a copy where nobody shares it, and moves it when it is checked.
    static func make(
        at path: String, _ run: isolated Run, _ write: (Cassette) throws -> Void,
        checking check: (_ draft: String) async throws -> Void,
        reviewing review: (_ copy: String) throws -> Void = { _ in }
    ) async throws {
        let tapes = run.tapes, limit = run.requests.limits.body
        let draft = try tapes.scratchPath("changed"), copy = try tapes.scratchPath("copy")
        defer { for scratch in [draft, copy] { try? tapes.discard(scratch) } }
        try tapes.make(at: draft, replacing: true, bodyLimit: limit, write)
        try await check(draft)
        let changed = try tapes.play(draft)
        defer { try? changed.close() }
        // Copied again: the free pages of the draft still hold what was replaced.
        try tapes.make(at: copy, replacing: true, bodyLimit: limit) { try TapeCopy.copy(changed, onto: $0) }
        try review(copy)
        run.files.makeFolders(above: path)
        try tapes.move(copy, to: path)
    }

    /// The path of `-o NEW`, which must be neither taken nor the source.
    static func path(_ source: String, _ run: isolated Run, _ arguments: BoundArguments) throws -> String {
        try run.checkMayWriteFiles()
        guard let name = arguments[.newCassette] else {
            throw Problem(.usage, "The new tape has no name.", hints: ["-o NEW names it."])
        }
        let host = run.host, path = host.tapes.path(name)
        let real = host.files.realPath(path)
        guard source != path, real == nil || host.files.realPath(source) != real else {
            throw arguments.problem(.refused, "\(path) is the tape to copy; name another one.", at: .newCassette)
        }
        guard path != run.slot.path, try !CassetteLookup.exists(path, run) else {
            throw arguments.problem(.refused, "The tape \(path) already exists.", at: .newCassette)
        }
        return path
    }

    static func next(_ path: String) -> String {
        let word = Quoting.word(path)
        return "Next: tape audit \(word), and snowdeck replay \(word) --check"
    }
}

private func notes(about pseudonymizer: Pseudonymizer, _ remainder: Remainder, _ recipes: [String]) -> [String] {
    func list(_ words: [String]) -> String {
        words.prefix(8).map { TerminalText.plain($0) }.joined(separator: ", ")
            + (words.count > 8 ? " and \(words.count - 8) more" : "")
    }
    var notes: [String] = []
    if !pseudonymizer.ambiguous.isEmpty {
        notes.append(
            "Only replaced in full names and in columns of people, because they are short or also other words: "
                + list(pseudonymizer.ambiguous))
    }
    if !remainder.words.isEmpty {
        notes.append("Longer words that contain a name were left: " + list(remainder.words.sorted()))
    }
    if pseudonymizer.binaries > 0 {
        let count = pseudonymizer.binaries
        notes.append("warning: \(count) binary \(count == 1 ? "body or file was" : "bodies and files were") not read.")
    }
    for recipe in recipes {
        notes.append("warning: \(recipe) names an original, so recipe test will not pass with this tape.")
    }
    return notes
}

/// The recipes that the tape's commands read and that contain an original.
private func recipes(naming pseudonymizer: Pseudonymizer, on cassette: Cassette) throws(CassetteError) -> [String] {
    var named: [String] = []
    try cassette.forEachCommand { (command) throws(CassetteError) in
        for input in try cassette.inputs(of: command.id)
        where input.kind == InputKind.file.rawValue && input.name.hasSuffix(Recipe.suffix) {
            guard !named.contains(input.name), pseudonymizer.names(originalIn: input.content) else { continue }
            named.append(input.name)
        }
    }
    return named.map { TerminalText.plain($0) }
}

/// The key that pseudonyms are derived from: a file of hexadecimal digits among the user's own files, made when it is
/// missing, or one that a team passes on.
struct PseudonymKey {
    let bytes: [UInt8]
    let file: String
    /// Warnings about who may read a key.
    let notes: [String]

    private static let name = "pseudonyms.key"

    static func read(_ named: String?, beside tape: String, _ run: isolated Run) throws(Problem) -> PseudonymKey {
        let files = run.files
        if let named {
            let notes = files.isPrivate(named) ? [] : ["warning: Other users may read \(Quoting.word(named))."]
            return PseudonymKey(bytes: try bytes(of: named, files), file: named, notes: notes)
        }
        guard let file = files.ownFile(name) else { throw Problem(.usage, "There is no folder for the key here.") }
        let folder = tape.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(tape[...$0]) } ?? ""
        let leftover = folder + "." + name
        let notes =
            files.realPath(leftover) == nil
            ? []
            : [
                "warning: \(leftover) is the key of an earlier version, and was not used. Move it out of the folder of "
                    + "tapes; --key uses it."
            ]
        if files.realPath(file) == nil {
            try files.makePrivate(file, text(of: run.host.randomBytes(Pseudonyms.keyLength)))
        }
        return PseudonymKey(bytes: try bytes(of: file, files), file: file, notes: notes)
    }

    private static func text(of key: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return key.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + [10]
    }

    private static func bytes(of file: String, _ files: any FileAccess) throws(Problem) -> [UInt8] {
        let digits = try files.readRegular(file).filter { !ASCII.isSpace($0) }.map(ASCII.hexValue)
        let values = digits.compactMap(\.self)
        guard values.count == digits.count, values.count == 2 * Pseudonyms.keyLength else {
            throw Problem(
                .usage, "\(file) is not a key of \(2 * Pseudonyms.keyLength) hexadecimal digits.",
                hints: ["Without the file a new key is made, and with it other pseudonyms."])
        }
        return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}
