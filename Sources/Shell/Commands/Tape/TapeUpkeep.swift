import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeDeck

private let tapeArgument = ArgumentDefinition("tape", .cassette, "A tape: its name, file, %NUMBER or last")

extension Command {
    static let tapeName = Command(
        "tape name", "Rename a tape",
        details: "A tape with a name of yours is not deleted after 30 days.",
        arguments: [tapeArgument, ArgumentDefinition("name", .word("NAME"), "The new name")],
        traits: .aboutTapes,
        examples: [Example("tape name last outage", "the newest tape, so that it is found again")]
    ) { session, context in
        let old = try session.tapeAtRest(context.arguments)
        let name = try plainName(context.arguments)
        let folder = old.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(old[...$0]) } ?? ""
        let new = folder + name + ".cassette"
        try session.move(old, to: new, context.arguments)
        context.notes.add("\(TapeName.name(of: old)) is now \(name).")
        return CommandResult(.none)
    }

    static let tapeKeep = Command(
        "tape keep", "Move a tape of yours into the project",
        details: "No tape of the project is deleted by itself.",
        arguments: [
            tapeArgument,
            ArgumentDefinition("name", .word("NAME"), .optional, "Its name there; default: the one it has"),
        ],
        traits: .aboutTapes,
        examples: [Example("tape keep last outage", "sessions/outage.cassette, to be shared")]
    ) { session, context in
        let old = try session.tapeAtRest(context.arguments)
        let name = context.arguments.has("name") ? try plainName(context.arguments) : TapeName.name(of: old)
        let new = session.host.tapes.path(name)
        session.host.files.makeFolders(above: new)
        try session.move(old, to: new, context.arguments)
        context.notes.add("Kept as \(new). Look through it before you share it: tape audit \(Quoting.word(name))")
        return CommandResult(.none)
    }

    static let tapeNote = Command(
        "tape note", "Say in a line what a tape is about",
        details:
            "The line is kept in a file NAME.note beside the tape and shown by tape list. Without TEXT it is removed.",
        arguments: [tapeArgument, ArgumentDefinition("text", .word("TEXT"), .optional, "The line")],
        traits: .aboutTapes,
        examples: [Example("tape note last 'the outage of the mail server'", "a line for the newest tape")]
    ) { session, context in
        let path = try CassetteLookup.path(context.arguments.string("tape") ?? "", session)
        try session.host.tapes.play(path).close()
        let text = context.arguments.string("text") ?? ""
        let line = SingleLine.of(text)
        let note = TapeName.note(of: path)
        if line.isEmpty {
            if session.host.files.realPath(note) != nil { try session.host.tapes.discard(note) }
        } else {
            try session.host.files.make(note, Array((line + "\n").utf8), replacing: true)
        }
        return CommandResult(.none)
    }

    static let tapeRemove = Command(
        "tape remove", "Delete tapes, their notes, and what the index knows of them",
        arguments: [
            ArgumentDefinition("tape", .cassette, .repeatedAtLeastOnce, "A tape: its name, file, %NUMBER or last")
        ],
        flags: [FlagDefinition("yes", "Do not ask")],
        traits: .aboutTapes,
        examples: [
            Example("tape remove %12 %13", "two tapes, after a question"),
            Example("tape remove last --yes", "the newest tape, without one"),
        ]
    ) { session, context in
        var paths: [String] = []
        for word in context.arguments.strings("tape") {
            let path = try session.atRest(CassetteLookup.path(word, session))
            if !paths.contains(path) { paths.append(path) }
        }
        let what = paths.count == 1 ? paths[0] : Phrase.counted(paths.count, "tape")
        if !context.arguments.flag("yes") {
            let answer = try await session.answer(
                to: "Delete \(what)? [y/N] ", withoutTerminal: "--yes deletes without asking.")
            guard ["y", "yes"].contains(answer.lowercased()) else {
                throw Problem(.guardRefused, "Nothing was deleted.")
            }
        }
        for path in paths { try session.remove(path) }
        context.notes.add("Deleted \(what).")
        return CommandResult(.none)
    }

    static let tapePrune = Command(
        "tape prune", "Delete your old tapes that have no name and no note",
        details: "The project's tapes are never deleted. Without this, tapes without a name are deleted after 30 days.",
        flags: [FlagDefinition("older", .word("AGE"), fallback: "30d", "Unchanged for this long: 12h, 30d, 2w")],
        traits: .aboutTapes,
        examples: [Example("tape prune --older 7d", "what was recorded more than a week ago")]
    ) { session, context in
        let age = context.arguments.string("older") ?? "30d"
        guard let seconds = PointInTime.span(age) else {
            throw context.arguments.problem(.usage, "\(age) is not an age: 12h, 30d or 2w.", at: "older")
        }
        let limit = session.host.clock.now.advanced(bySeconds: -seconds)
        let current = session.slot.path
        let old = session.host.tapes.list().filter {
            !$0.isInProject && $0.changed < limit && TapeName.isAutomatic($0.name) && $0.path != current
                && session.note(of: $0.path) == nil && !session.isBeingRecorded($0.path)
        }
        var size = 0
        for tape in old {
            try session.remove(tape.path)
            size += tape.size
        }
        context.notes.add(
            "Deleted \(Phrase.counted(old.count, "tape"))" + (size > 0 ? ", \(ByteText.short(size))." : "."))
        return CommandResult(.none)
    }
}

/// A name that is not a path and that Snowdeck would not give itself.
private func plainName(_ arguments: BoundArguments) throws(Problem) -> String {
    var name = arguments.string("name") ?? ""
    if name.hasSuffix(".cassette") { name = String(name.dropLast(".cassette".count)) }
    let isPlain =
        !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
        && name.utf8.count < 200
    guard isPlain, name != "last", !name.hasPrefix("%"), Int(name) == nil else {
        throw arguments.problem(.usage, "\(TerminalText.plain(name)) cannot be the name of a tape.", at: "name")
    }
    guard !TapeName.isAutomatic(name) else {
        throw arguments.problem(
            .usage, "A name that begins with a date is Snowdeck's own, and such tapes are deleted.", at: "name",
            hints: ["Put the date at the end."])
    }
    return name
}

extension ShellSession {
    /// The note of a tape; nil if it has none.
    func note(of path: String) -> String? {
        guard let bytes = try? host.files.readRegular(TapeName.note(of: path)) else { return nil }
        let line = String(decoding: bytes.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).first
        return line.map { String($0.prefix(200)) }
    }

    fileprivate func tapeAtRest(_ arguments: BoundArguments) throws -> String {
        try atRest(CassetteLookup.path(arguments.string("tape") ?? "", self))
    }

    /// The path, if it is a cassette that no one is recording.
    func atRest(_ path: String) throws -> String {
        if slot.deck != nil, slot.path == path {
            throw Problem(.refused, "This tape is in the deck.", hints: ["tape new NAME", "tape open NAME"])
        }
        // Opening for changes would make a missing file.
        try host.tapes.play(path).close()
        try host.tapes.edit(path).close()
        return path
    }

    /// Whether another process records onto a tape.
    fileprivate func isBeingRecorded(_ path: String) -> Bool {
        do throws(CassetteError) {
            try host.tapes.edit(path).close()
            return false
        } catch {
            return error.kind == .locked
        }
    }

    fileprivate func move(_ old: String, to new: String, _ arguments: BoundArguments) throws {
        guard old != new else { return }
        if host.files.realPath(new) != nil {
            throw arguments.problem(
                .refused, "There is a file \(new) already.", at: arguments.has("name") ? "name" : "tape")
        }
        try host.tapes.move(old, to: new)
        if host.files.realPath(TapeName.note(of: old)) != nil {
            try host.tapes.move(TapeName.note(of: old), to: TapeName.note(of: new))
        }
        try host.tapes.catalog.renamed(old, to: new)
    }

    fileprivate func remove(_ path: String) throws {
        // A tape is deleted even if the index cannot be written, as on a full disk.
        let forgetting = Result { try host.tapes.catalog.forget(path) }
        try host.tapes.discard(path)
        if host.files.realPath(TapeName.note(of: path)) != nil { try host.tapes.discard(TapeName.note(of: path)) }
        try forgetting.get()
    }
}

extension TapeName {
    /// The file with a tape's note.
    package static func note(of path: String) -> String {
        (path.hasSuffix(".cassette") ? String(path.dropLast(".cassette".count)) : path) + ".note"
    }
}
