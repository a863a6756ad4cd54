import Workbench
import CassetteStore
import Rendering
import TapeDeck

extension Parameter {
    fileprivate static let old = Argument<String>("old", .cassette, "The older cassette")
    fileprivate static let new = Argument<String>("new", .cassette, "The newer cassette")
    fileprivate static let stat = Flag<Bool>("stat", "Print only the number of differences of each command")
}

extension Command {
    static let tapeDiff = Command(
        "tape diff", "Compare two recordings of the same commands",
        details: """
            Commands are paired by their lines, requests by method and path, and records in lists by sys_id or number.
            Reports commands and requests that only one cassette has, records that were added, removed or moved, and
            changed fields. Times, and sys_ids and numbers of records that were created again, are only counted.

            A difference that breaks programs is marked broke: another status, a missing field, another type. Exits 1
            if there are differences.
            """,
        arguments: [
            .old,
            .new,
        ],
        flags: [.stat],
        traits: .aboutTapes,
        examples: [
            Example("tape diff first-look again", "what changed between two recordings"),
            Example("tape diff first-look again --stat", "one line per command"),
            Example("tape diff first-look again --format json", "every difference, for a program"),
        ]
    ) { run in
        let arguments = run.arguments, tapes = run.tapes
        let old = try tapes.play(CassetteLookup.path(arguments[.old] ?? "", run))
        defer { try? old.close() }
        let new = try tapes.play(CassetteLookup.path(arguments[.new] ?? "", run))
        defer { try? new.close() }
        let text = DriftText(of: try TapeDrift(from: old, to: new))
        let lines = arguments[.stat] ? text.statistics : text.lines
        var result =
            run.format(of: arguments).isForPrograms
            ? CommandResult(.json(text.json)) { text.json } : CommandResult(.text(lines + text.summary)) { text.json }
        result.exitStatus = text.isSame ? 0 : 1
        return result
    }
}
