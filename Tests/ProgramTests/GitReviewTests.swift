import Foundation
import TestSupport
import Testing

/// Tapes in git: the set-up, and what `git diff` shows.
struct GitReviewTests {
    private static let day = """
        whoami
        table create incident short_description="Door sign" urgency=2 -f number,state => inc = .number

        """

    /// A repository with the program on the PATH as snowdeck.
    private struct Repository {
        let workspace: Workspace
        private let path: [String: String]

        init() async throws {
            workspace = try Workspace()
            try workspace.write("", to: "../bin/.keep")
            try FileManager.default.createSymbolicLink(
                atPath: workspace.path("../bin/snowdeck"), withDestinationPath: Workspace.program)
            path = ["PATH": workspace.folder + "/bin:" + (workspace.environment([:])["PATH"] ?? "")]
            for words in [["init", "-q"], ["config", "user.name", "A"], ["config", "user.email", "a@example.com"]] {
                _ = try await git(words)
            }
        }

        func git(_ words: [String]) async throws -> String {
            let end = try await workspace.runOther(["git"] + words, variables: path)
            try #require(end.status == 0, "git \(words): \(end)")
            return end.output
        }

        /// Records the commands onto `day`, replacing the tape.
        func record(_ commands: String) async throws {
            try workspace.write(commands, to: "../day.snowdeck")
            try? FileManager.default.removeItem(atPath: workspace.path("sessions/day.cassette"))
            let end = try await workspace.run("--tape", "day", "run", "../day.snowdeck")
            try #require(end.status == 0, "\(end)")
        }
    }

    @Test func diffShowsTheAddedCommand() async throws {
        let repository = try await Repository()
        _ = try await repository.workspace.run("git", "install")
        try await repository.record(Self.day)
        _ = try await repository.git(["add", "."])
        _ = try await repository.git(["commit", "-q", "-m", "day"])
        try await repository.record(Self.day)
        let unchanged = try await repository.git(["diff"])
        expectEqual(unchanged, "")
        try await repository.record(
            Self.day + "table list incident -q active=true^priority=1 -f number,state -n 2\n")
        let lines = try await repository.git(["diff"]).split(separator: "\n", omittingEmptySubsequences: false)
        expectEqual(
            lines.filter { !$0.hasPrefix("index ") }.joined(separator: "\n"),
            """
            diff --git a/sessions/day.cassette b/sessions/day.cassette
            --- a/sessions/day.cassette
            +++ b/sessions/day.cassette
            @@ -37,3 +37,12 @@ > table create incident short_description="Door sign" urgency=2 -f number,state
                 > urgency=2
                 < number=INC0010201 short_description=Door sign state=New priority=4 - Low active=true activity_due=UNKNOWN approval=Not Y…
               (1 request for the schema)
            +
            +> table list incident -q active=true^priority=1 -f number,state -n 2
            +  | number      state
            +  | INC0010110  On Hold
            +  | INC0010115  On Hold
            +  ! 2 of 6 shown; -n NUMBER or --all shows more.
            +  GET /api/now/table/incident?sysparm_query=active=true^priority=1&sysparm_fields=number,state,active,priority&sysparm_display_value=all&sysparm_exclude_reference_link=true&sysparm_limit=2 200 444 B 7b9e596f
            +    < number=INC0010110 state=On Hold priority=1 - Critical active=true
            +    < number=INC0010115 state=On Hold priority=1 - Critical active=true

            """)
    }

    @Test func installationIsRepeatable() async throws {
        let repository = try await Repository()
        let workspace = repository.workspace
        try workspace.write("*.png binary", to: ".gitattributes")
        _ = try await repository.git(["config", "diff.snowdeck.textconv", "snowdeck dump"])
        let top = try await repository.git(["rev-parse", "--show-toplevel"]).dropLast()
        let rest =
            "Commit .gitattributes and .gitignore. git does not clone the settings: each teammate runs this once.\n"
        let first = try await workspace.run("git", "install")
        expectEqual(
            first,
            ProcessResult(
                0,
                """
                Added to \(top)/.gitattributes: *.cassette diff=snowdeck -merge -text
                Added to \(top)/.gitignore: *pseudonyms.key
                Set diff.snowdeck.textconv = snowdeck dump --review (it was: snowdeck dump)
                Set diff.snowdeck.xfuncname = ^> .*

                """ + rest))
        let again = try await workspace.run("git", "install")
        expectEqual(
            again,
            ProcessResult(
                0, "git shows cassettes as text and ignores keys already; nothing was changed.\n" + rest))
        try expectEqual(workspace.text(of: ".gitattributes"), "*.png binary\n*.cassette diff=snowdeck -merge -text\n")
        try await expectEqual(
            repository.git(["check-attr", "-a", "sessions/x.cassette"]),
            """
            sessions/x.cassette: diff: snowdeck
            sessions/x.cassette: merge: unset
            sessions/x.cassette: text: unset

            """)
    }

    @Test func installationNeedsGitAndARepository() async throws {
        let workspace = try Workspace()
        let outside = try await workspace.run("git", "install", variables: ["LC_ALL": "C"])
        expectEqual(outside.status, 2)
        #expect(outside.errors.hasPrefix("error: There is no work tree of a git repository here.\n"), "\(outside)")
        #expect(outside.errors.hasSuffix("hint: git init\n"), "\(outside)")
        let without = try await workspace.run("git", "install", variables: ["PATH": workspace.project])
        expectEqual(
            without, ProcessResult(2, errors: "error: git is not installed.\nhint: apt-get install git\n"))
    }
}
