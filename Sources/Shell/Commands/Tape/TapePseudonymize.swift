import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeDeck

extension Command {
    static let tapePseudonymize = Command(
        "tape pseudonymize", "Copy a cassette without the names of people",
        details: """
            Writes a copy in which people, their user names, mail addresses and telephone numbers are replaced, in
            requests, answers, command lines, inputs and output. Names are found in user records, in references to
            them and in fields such as assigned_to; addresses and numbers by their form, anywhere. Roles such as
            System Administrator keep their names; so do groups, companies and places.

            The same name gets the same pseudonym on all tapes of a folder. Pseudonyms come from the secret key in
            .pseudonyms.key beside the cassette, which is made when it is missing: do not share it, because with it
            a guess can be verified. Two people may get the same pseudonym.

            The commands are replayed with the changed answers, and their output becomes the recorded one. The copy
            is only kept if no original is left in it and it replays. Pictures and other binary files are not read.
            Texts that describe a person in other words stay; --free-text replaces descriptions, comments and notes.
            The original stays, and find still finds its texts until tape remove deletes it.
            """,
        arguments: [ArgumentDefinition("cassette", .cassette, "The cassette to copy")],
        flags: [
            .newCassette,
            FlagDefinition("free-text", "Replace descriptions, comments and notes by neutral text"),
        ],
        traits: Traits(isRecorded: false, value: .answer, inRecipes: .never("is about tapes")),
        examples: [
            Example("tape pseudonymize triage -o triage-shared", "a copy to share, sessions/triage-shared.cassette"),
            Example("tape pseudonymize triage -o shared/triage.cassette --free-text", "without what people wrote"),
        ]
    ) { session, context in
        let arguments = context.arguments, tapes = session.host.tapes
        let source = try CassetteLookup.path(arguments.string("cassette") ?? "", session)
        let cassette = try tapes.play(source)
        defer { try? cassette.close() }
        let path = try NewCassette.path([source], session, arguments)
        let (key, keyFile) = try projectKey(beside: source, session)
        let pseudonymizer = try Pseudonymizer(
            of: cassette, with: Pseudonyms(key: key), freeText: arguments.flag("free-text"))
        // The draft contains no original, and is in the folder in which the copy is made.
        let draft = path + ".draft", limit = session.requests.limits.body
        try tapes.make(at: draft, replacing: true, bodyLimit: limit) { try pseudonymizer.copy(cassette, onto: $0) }
        defer { try? tapes.discard(draft) }
        context.progress("replaying")
        let runner = ReplayRunner(
            session.host, purpose: .check, trusts: false, sandbox: session.options.sandbox,
            version: session.options.version)
        do {
            try await OutputRegeneration(runner, tapes).regenerate(draft)
        } catch {
            var problem = ProblemMapper.problem(error)
            problem.notes.append("\(path) was not made.")
            problem.hints.append("snowdeck replay \(Quoting.word(source)) --check")
            if arguments.flag("free-text") { problem.hints.append("Without --free-text, texts stay as they are.") }
            throw problem
        }
        context.progress("")
        let changed = try tapes.play(draft)
        defer { try? changed.close() }
        try tapes.make(at: path, replacing: false, bodyLimit: limit) { target in
            // Copied again: the free pages of the draft still hold the old output.
            try TapeCopy(onto: target).append(changed)
            guard let place = try pseudonymizer.remainder(on: target) else { return }
            throw Problem(.tape, "An original is left on the copy, in \(place).")
        }
        for note in notes(about: pseudonymizer, try recipes(naming: pseudonymizer, on: cassette)) {
            context.notes.add(note)
        }
        context.notes.add("The key of the pseudonyms is in \(keyFile); do not share it.")
        context.notes.add(NewCassette.next(path))
        var facts = [
            ("cassette", path), ("people", String(pseudonymizer.people)),
            ("addresses", String(pseudonymizer.addresses)), ("phones", String(pseudonymizer.phones)),
        ]
        if arguments.flag("free-text") { facts.append(("texts", String(pseudonymizer.texts))) }
        return CommandResult(facts: facts)
    }
}

extension FlagDefinition {
    static let newCassette = FlagDefinition("output", short: "o", .cassette, "The new cassette; required")
}

/// The cassette that a command makes of others.
enum NewCassette {
    /// The path of `-o NEW`, which must be neither taken nor one of the sources.
    static func path(
        _ sources: [String], _ session: isolated ShellSession, _ arguments: BoundArguments
    ) throws -> String {
        try TapeFiles.refuseInReplay(session)
        guard let name = arguments.string("output") else {
            throw Problem(.usage, "The new cassette has no name.", hints: ["-o NEW names it."])
        }
        let host = session.host, path = host.tapes.path(name)
        let real = host.files.realPath(path)
        guard !sources.contains(where: { $0 == path || real != nil && host.files.realPath($0) == real }) else {
            throw arguments.problem(.refused, "\(path) is the cassette to copy; name another one.", at: "output")
        }
        guard path != session.slot.path, try !CassetteLookup.exists(path, session) else {
            throw arguments.problem(.refused, "There is a cassette at \(path) already.", at: "output")
        }
        return path
    }

    static func next(_ path: String) -> String {
        let word = Quoting.word(path)
        return "Next: tape audit \(word), and snowdeck replay \(word) --check"
    }
}

/// The project's key, made when it is missing, and its file.
private func projectKey(
    beside tape: String, _ session: isolated ShellSession
) throws(Problem) -> (key: [UInt8], file: String) {
    let folder = tape.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(tape[...$0]) } ?? ""
    let file = folder + ".pseudonyms.key", files = session.host.files
    if files.realPath(file) == nil {
        let digits = Array("0123456789abcdef".utf8)
        let text = session.host.randomBytes(Pseudonyms.keyLength).flatMap {
            [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
        }
        try files.make(file, text + [10], replacing: false)
    }
    let digits = try files.readRegular(file).filter { !ASCII.isSpace($0) }.map(ASCII.hexValue)
    let values = digits.compactMap(\.self)
    guard values.count == digits.count, values.count == 2 * Pseudonyms.keyLength else {
        throw Problem(
            .usage, "\(file) is not a key of \(2 * Pseudonyms.keyLength) hexadecimal digits.",
            hints: ["Without the file a new key is made, and with it other pseudonyms."])
    }
    return (stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }, file)
}

private func notes(about pseudonymizer: Pseudonymizer, _ recipes: [String]) -> [String] {
    var notes: [String] = []
    if !pseudonymizer.ambiguous.isEmpty {
        let words = pseudonymizer.ambiguous.prefix(8).map { TerminalText.plain($0) }.joined(separator: ", ")
        let more = pseudonymizer.ambiguous.count > 8 ? " …" : ""
        notes.append("Only replaced in longer names, because commands or fields have the same name: \(words)\(more)")
    }
    for recipe in recipes {
        notes.append("warning: \(recipe) names an original, so recipe test will not pass with this tape.")
    }
    return notes
}

/// The recipes that the tape's commands read and that contain an original.
private func recipes(
    naming pseudonymizer: Pseudonymizer, on cassette: Cassette
) throws(CassetteError) -> [String] {
    var named: [String] = []
    var last: Int64 = 0
    while case let commands = try cassette.commands(after: last, limit: 256), let end = commands.last?.id {
        last = end
        for command in commands {
            for input in try cassette.inputs(of: command.id)
            where input.kind == InputKind.file.rawValue && input.name.hasSuffix(Recipe.suffix) {
                guard !named.contains(input.name), pseudonymizer.names(originalIn: input.content) else { continue }
                named.append(input.name)
            }
        }
    }
    return named.map { TerminalText.plain($0) }
}
