import Sandbox
import Shell
import Testing

/// A sitting written down: what was typed and everything that was said. It is typed again, compared whole, and then its
/// tapes are replayed strictly.
///
/// `> ` begins a line that is typed, `! ` a line of standard error, `? exit N` says how it ended when not with 0, and all
/// else is standard output. `‹so›` marks what an error points at.
struct Transcript: Sendable, CustomTestStringConvertible {
    /// What it shows.
    let claim: String
    var instance = "sandbox"
    var user: String?
    var width: Int?
    var settings: [String: String] = [:]
    var allowWrites: String?
    /// What is answered when something is asked.
    var answers: [String] = []
    /// Files of the folder, by name.
    var files: [String: String] = [:]
    /// What the sandbox gets wrong, as `--fault` names it.
    var faults: [String] = []
    /// What is typed, where standard output holds lines that look typed; nil takes them from the text.
    var typed: [String]?
    let text: String
    let location: SourceLocation

    init(
        _ claim: String, instance: String = "sandbox", user: String? = nil, width: Int? = nil,
        settings: [String: String] = [:], allowWrites: String? = nil, answers: [String] = [],
        files: [String: String] = [:], faults: [String] = [], typed: [String]? = nil,
        location: SourceLocation = #_sourceLocation,
        _ text: String
    ) {
        self.claim = claim
        self.instance = instance
        self.user = user
        self.width = width
        self.settings = settings
        self.allowWrites = allowWrites
        self.answers = answers
        self.files = files
        self.faults = faults
        self.typed = typed
        self.location = location
        self.text = text.isEmpty ? "" : text + "\n"
    }

    var testDescription: String { claim }

    /// What is typed.
    var lines: [String] { typed ?? Self.typed(in: text) }

    /// The lines behind `> `, without marks.
    static func typed(in text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { line in
            line.dropFirst(2).filter { $0 != "‹" && $0 != "›" }
        }
    }

    func check() async throws {
        var options = SandboxOptions(clock: StandingClock())
        options.faults = try faults.map { try Fault($0) }
        let place = try Place(instance: try SandboxInstance(options), answers: answers)
        for (name, content) in files { place.folder.write(Array(content.utf8), to: name) }
        let sitting = try Sitting(
            place, instance: instance, user: user, width: width, settings: settings, allowWrites: allowWrites)
        let said = await sitting.transcript(of: lines)
        #expect(said == text, "\(claim) now reads:\n\(said)", sourceLocation: location)
        try await sitting.session.close()
        for tape in place.tapes {
            let replay = try await place.check(tape)
            // A tape that was only opened has nothing to compare.
            let isEmpty = replay.said.hasSuffix("nothing was compared, because no command is recorded.\n")
            #expect(replay.status == (isEmpty ? 5 : 0), "\(claim): \(replay.said)", sourceLocation: location)
        }
    }
}
