import Recipes
import Sandbox
import SandboxCommands
import Tapes
import Testing
import Workbench

/// A session as text: the typed lines and the complete output. It is run, compared as a whole, and its tapes are
/// replayed strictly.
///
/// `> ` begins a typed line, `! ` a line of standard error, `? exit N` gives a nonzero exit status, and everything else
/// is standard output. `‹so›` marks what an error points at.
struct Transcript: Sendable, CustomTestStringConvertible {
    let claim: String
    var instance = "sandbox"
    var user: String?
    var width: Int?
    var settings: [String: String] = [:]
    var allowWrites: String?
    /// Answers to questions.
    var answers: [String] = []
    /// Files in the folder, by name.
    var files: [String: String] = [:]
    /// Faults of the sandbox, as for `--fault`.
    var faults: [String] = []
    /// The typed lines, if standard output contains lines that look typed; nil takes them from the text.
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

    /// The lines to type.
    var lines: [String] { typed ?? Self.typed(in: text) }

    /// The lines after `> `, without marks.
    static func typed(in text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { line in
            line.dropFirst(2).filter { $0 != "‹" && $0 != "›" }
        }
    }

    func check() async throws {
        var options = SandboxOptions(clock: FixedClock())
        options.faults = try faults.map { try Fault($0) }
        let machine = try TestMachine(instance: try SandboxInstance(options), answers: answers)
        for (name, content) in files { machine.folder.write(Array(content.utf8), to: name) }
        let harness = try ShellHarness(
            machine, instance: instance, user: user, width: width, settings: settings, allowWrites: allowWrites)
        let printed = await harness.transcript(of: lines)
        #expect(printed == text, "\(claim) now reads:\n\(printed)", sourceLocation: location)
        try await harness.session.close()
        for tape in machine.tapes {
            let replay = try await machine.check(tape)
            #expect(replay.status == 0, "\(claim): \(replay.printed)", sourceLocation: location)
        }
    }
}
