import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let keptTape = Argument<String>("tape", .cassette, "A tape: its name, file, %NUMBER or last")
    fileprivate static let keptName = Argument<String>(
        "name", .word("NAME"), .optional, "Its name there; default: the one it has")
    fileprivate static let note = Flag<String>(
        "note", .word("TEXT"), "Say in a line what the tape is about; - removes the line")
    fileprivate static let removedTapes = Argument<[String]>(
        "tape", .cassette, .repeated, "A tape: its name, file, %NUMBER or last")
    fileprivate static let older = Flag<String>(
        "older", .word("AGE"), "Your tapes without a name and a note that are unchanged for this long: 12h, 30d, 2w")
    fileprivate static let leftovers = Flag<Bool>("leftovers", "Clear what killed programs left beside tapes")
    fileprivate static let stored = Flag<Bool>(
        "store", "Files of the store that no .ref in git has named and that are a month old")
    fileprivate static let yes = Flag<Bool>("yes", "Do not ask")
}

extension Command {
    static let tapeKeep = Command(
        "tape keep", arguments: [.keptTape, .keptName], flags: [.note], traits: .aboutTapes
    ) { run in
        var path = try CassetteLookup.path(run.arguments[.keptTape] ?? "", run)
        let note = run.arguments[.note]
        if note == nil || run.arguments.has(.keptName) {
            let name = run.arguments.has(.keptName) ? try plainName(run.arguments) : TapeName.name(of: path)
            let new = run.tapes.path(name)
            run.files.makeFolders(above: new)
            try run.move(path, to: new)
            run.notes.add("Kept as \(new). Look through it before you share it: tape audit \(Quoting.word(name))")
            path = new
        }
        if let note { try run.write(note: note == "-" ? "" : SingleLine.of(note), of: path) }
        return CommandResult(.none)
    }

    static let tapeRemove = Command(
        "tape remove", arguments: [.removedTapes], flags: [.older, .leftovers, .stored, .yes],
        rules: [.exactlyOne([.removedTapes, .older, .leftovers, .stored])], traits: .aboutTapes
    ) { run in
        if run.arguments[.stored] {
            try await run.removeStored()
            return CommandResult(.none)
        }
        if run.arguments[.leftovers] {
            try await run.clearLeftovers()
            return CommandResult(.none)
        }
        var paths: [String] = [], size = "", dates = ""
        for word in run.arguments[.removedTapes] {
            let path = try CassetteLookup.path(word, run)
            try run.hold(path).release()
            if !paths.contains(path) { paths.append(path) }
        }
        if let age = run.arguments[.older] {
            let old = try run.tapes(olderThan: age)
            guard let newest = old.first, let oldest = old.last else {
                run.notes.add("No tape is that old.")
                return CommandResult(.none)
            }
            paths = old.map(\.path)
            size = ", \(ByteText.short(old.reduce(0) { $0 + $1.size }))"
            run.show(old.map { "\(run.shown($0.changed))  \(ByteText.short($0.size))  \($0.name)" })
            // Because a clock that is wrong makes every tape old.
            let (first, last) = (run.shown(oldest.changed), run.shown(newest.changed))
            dates = ", last changed " + (old.count == 1 ? first : "from \(first) to \(last)")
        }
        let what = paths.count == 1 && size.isEmpty ? paths[0] : Phrase.counted(paths.count, "tape") + size
        try await run.confirm("Delete \(what)\(dates)?")
        var deleted = 0
        for path in paths {
            // A session may have begun to record onto it since.
            guard let hold = try? run.hold(path) else { continue }
            try run.remove(hold, path)
            deleted += 1
        }
        run.notes.add(
            deleted == paths.count
                ? "Deleted \(what)." : "Deleted \(Phrase.counted(deleted, "tape")); the others are being recorded.")
        return CommandResult(.none)
    }
}

/// A name that is not a path and that Snowdeck would not give itself.
private func plainName(_ arguments: BoundArguments) throws(Problem) -> String {
    var name = arguments[.keptName] ?? ""
    if name.hasSuffix(".cassette") { name = String(name.dropLast(".cassette".count)) }
    let isPlain =
        !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
        && name.utf8.count < 200
    guard isPlain, name != "last", !name.hasPrefix("%"), Int(name) == nil else {
        throw arguments.problem(.usage, "\(TerminalText.plain(name)) cannot be the name of a tape.", at: .keptName)
    }
    guard !TapeName.isAutomatic(name) else {
        throw arguments.problem(
            .usage, "A name that begins with a date is Snowdeck's own; tape remove --older deletes such tapes.",
            at: .keptName, hints: ["Put the date at the end."])
    }
    return name
}

extension Run {
    /// The note of a tape; nil if it has none.
    func note(of path: String) -> String? {
        let note = TapeName.note(of: path)
        guard !host.files.isLink(note), let bytes = try? host.files.readRegular(note) else { return nil }
        let line = String(decoding: bytes.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).first
        return line.map { String($0.prefix(200)) }
    }

    /// Writes the note of a tape; an empty one is removed.
    fileprivate func write(note line: String, of path: String) throws {
        try host.tapes.play(path).close()
        let note = TapeName.note(of: path)
        // It comes with the tape, from anyone, and may lead to any file.
        guard !host.files.isLink(note) else {
            throw Problem(.refused, "\(TerminalText.plain(note)) is a link; remove it first.")
        }
        guard !line.isEmpty else {
            if host.files.realPath(note) != nil { try host.tapes.discard(note) }
            return
        }
        do throws(Problem) {
            try host.files.make(note, Array((line + "\n").utf8), replacing: true)
        } catch {
            var problem = error
            problem.kind = .tape
            throw problem
        }
    }

    /// The path, if it is a cassette that no one is recording.
    func atRest(_ path: String) throws -> String {
        try refuseInDeck(path)
        // Opening for changes would make a missing file.
        try host.tapes.play(path).close()
        try host.tapes.edit(path).close()
        return path
    }

    /// Locks a tape to delete or rename it. Throws if it is in the deck, or recorded by another process.
    fileprivate func hold(_ path: String) throws -> CassetteHold {
        try refuseInDeck(path)
        return try host.tapes.hold(path)
    }

    /// Locks a tape that is whole in its one file; a log beside it is copied into it first.
    func holdWhole(_ path: String) throws -> CassetteHold {
        let held = try hold(path)
        guard held.hasLog else { return held }
        held.release()
        try host.tapes.edit(path).close()
        return try hold(path)
    }

    /// Also before the first command is recorded onto it.
    private func refuseInDeck(_ path: String) throws(Problem) {
        guard let own = slot.path, own == path || host.files.realPath(own) == host.files.realPath(path) ?? "" else {
            return
        }
        throw Problem(.refused, "This tape is in use by this session.", hints: ["tape new NAME", "tape open NAME"])
    }

    /// The user's tapes without a name and a note that no one records, newest first.
    fileprivate func tapes(olderThan age: String) throws(Problem) -> [CassetteInfo] {
        guard let seconds = PointInTime.span(age) else {
            throw arguments.problem(.usage, "\(age) is not an age: 12h, 30d or 2w.", at: .older)
        }
        let limit = host.clock.now.advanced(bySeconds: -seconds)
        return host.tapes.list().filter { tape in
            !tape.isInProject && tape.changed < limit && TapeName.isAutomatic(tape.name)
                && note(of: tape.path) == nil && (try? hold(tape.path)) != nil
        }
    }

    /// Throws unless the user agrees, or has agreed by `--yes`.
    func confirm(_ question: String) async throws(Problem) {
        if arguments[.yes] { return }
        let typed = try await answer(to: question + " [y/N] ", withoutTerminal: "--yes deletes without asking.")
        guard ["y", "yes"].contains(typed.lowercased()) else { throw Problem(.guardRefused, "Nothing was deleted.") }
    }

    /// Shows what a question is about.
    func show(_ lines: [String]) {
        let most = 20
        let shown = lines.prefix(most) + (lines.count > most ? ["… and \(lines.count - most) more"] : [])
        write(shown.map { TerminalText.plain($0) + "\n" }.joined())
    }

    fileprivate func move(_ old: String, to new: String) throws {
        guard old != new else { return try hold(old).release() }
        let (note, newNote) = (TapeName.note(of: old), TapeName.note(of: new))
        let hasNote = host.files.realPath(note) != nil, ref = old + TapeRef.suffix, newRef = new + TapeRef.suffix
        let hasRef = host.files.realPath(ref) != nil
        // A log or journal would be read with the tape.
        let places = ["", "-wal", "-shm", "-journal"].map { new + $0 } + [newRef] + (hasNote ? [newNote] : [])
        if let taken = places.first(where: { host.files.realPath($0) != nil || host.files.isLink($0) }) {
            throw arguments.problem(
                .refused, "There is a file \(taken) already.", at: arguments.has(.keptName) ? .keptName : .keptTape)
        }
        // Two files cannot be renamed at once.
        let held = try holdWhole(old)
        defer { held.release() }
        // The note first: if the program is killed in between, the same command completes it.
        if hasNote { try host.tapes.move(note, to: newNote) }
        do throws(Problem) {
            try host.tapes.move(old, to: new)
        } catch {
            if hasNote { try? host.tapes.move(newNote, to: note) }
            throw error
        }
        if hasRef { try host.tapes.move(ref, to: newRef) }
        // SQLite did not need it.
        let journal = old + "-journal"
        if host.files.realPath(journal) != nil { try host.tapes.move(journal, to: new + "-journal") }
        do throws(CassetteError) {
            try host.tapes.catalog.renamed(old, to: new)
        } catch {
            notes.warn("The tape gets another number. \(error.message)")
        }
    }

    fileprivate func remove(_ hold: CassetteHold, _ path: String) throws {
        try hold.remove()
        let ref = path + TapeRef.suffix
        if host.files.realPath(ref) != nil { notes.add("\(ref) stays: tape pull brings the tape back.") }
        if host.files.realPath(TapeName.note(of: path)) != nil { try host.tapes.discard(TapeName.note(of: path)) }
        // The index is a cache: a tape is deleted even if it cannot be written, as on a full disk.
        do throws(CassetteError) {
            try host.tapes.catalog.forget(path)
        } catch {
            notes.warn("What the index knows of the tape stays until find is run again. \(error.message)")
        }
    }

    // MARK: Leftovers

    /// Names what killed programs left beside tapes.
    func noteLeftovers() {
        let files = host.tapes.leftovers().flatMap(\.files)
        guard !files.isEmpty else { return }
        let names = files.prefix(3).map(TerminalText.plain) + (files.count > 3 ? ["\(files.count - 3) more"] : [])
        notes.warn("A killed program left \(Phrase.listed(names, joinedBy: "and")).")
        notes.add("hint: tape remove --leftovers")
    }

    fileprivate func clearLeftovers() async throws {
        let found = host.tapes.leftovers()
        guard !found.isEmpty else { return notes.add("Nothing is left of killed programs.") }
        let files = Phrase.counted(found.reduce(0) { $0 + $1.files.count }, "file")
        show(found.flatMap { left in left.files.map { $0 + (left.kind == .log ? ": copied into \(left.path)" : "") } })
        try await confirm("Clear \(files)?")
        for left in found { try left.clear() }
        notes.add("Cleared \(files).")
    }
}

extension TapeName {
    package static func note(of path: String) -> String {
        (path.hasSuffix(".cassette") ? String(path.dropLast(".cassette".count)) : path) + ".note"
    }
}
