import ExchangeModel
import Foundation
import TestSupport
import Testing

/// Installed files besides the program: completions, manual pages, the tour and the doctor.
struct InstallationTests {
    /// A project folder with the program on the PATH as snowdeck.
    private func workspace() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.write("", to: "bin/.keep")
        try workspace.write("", to: "my notes.txt")
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("bin/snowdeck"), withDestinationPath: Workspace.program)
        return workspace
    }

    private func script(_ name: String) -> String { Workspace.root.appending(path: "completions/" + name).path }

    @Test(arguments: [
        ("snowdeck ta", "table |task |tape |"),
        ("snowdeck --instance=sand", "sandbox |"),
        ("snowdeck table update incident INC0010021 impact=", "1 |2 |3 |"),
        ("snowdeck table list incident -q active=true^impac", "true^impact|"),
        ("snowdeck run my\\ no", "my\\ notes.txt |"), ("snowdeck set form", "format=|"),
    ])
    func bashCompletes(_ line: String, _ expected: String) async throws {
        // Like readline, splits the line at blanks and word breaks, and appends a blank to a completed word.
        let driver = """
            PATH=$PWD/bin:$PATH; source "$1"; COMP_LINE=$2; COMP_POINT=${#2}; blank=' '
            compopt() { blank=; }
            COMP_WORDS=(); rest=$2
            while [[ $rest =~ ^' '*(([^\\ =\\\\]|\\\\.)+|=+)(.*)$ ]]; do
                COMP_WORDS+=("${BASH_REMATCH[1]}"); rest=${BASH_REMATCH[3]}
            done
            if [[ $2 == *' ' ]]; then COMP_WORDS+=(""); fi
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _snowdeck snowdeck
            for reply in "${COMPREPLY[@]}"; do printf '%s%s|' "$reply" "$blank"; done
            """
        let ended = try await workspace().runOther("bash", "-c", driver, "bash", script("snowdeck.bash"), line)
        expectEqual(ended, ProcessResult(0, expected))
    }

    @Test func fishCompletes() async throws {
        let driver =
            "set PATH $PWD/bin $PATH; source \"$argv[1]\"; complete -C 'snowdeck table li'; complete -C 'snowdeck set form'"
        let ended = try await workspace().runOther("fish", "--no-config", "-c", driver, script("snowdeck.fish"))
        #expect(ended.status == 0 && ended.output.hasPrefix("list\tList"), "\(ended)")
        #expect(ended.output.contains("\nformat="))
    }

    @Test func zshLoadsItsScript() async throws {
        let driver = """
            path=($PWD/bin $path); words=(snowdeck table li); CURRENT=3; PREFIX=li; IPREFIX=
            compadd() { print -r -- "$*" "${whole[*]}" }
            source "$1"; words=(snowdeck ''); CURRENT=2; PREFIX=
            source "$1"
            """
        let ended = try await workspace().runOther("zsh", "-f", "-c", driver, "zsh", script("snowdeck.zsh"))
        #expect(ended.status == 0 && ended.output.hasPrefix("-U -l -d wholeText -a whole list\n-U"), "\(ended)")
        #expect(ended.output.contains(" whole table ") && ended.output.contains(" tour "), "\(ended)")
    }

    @Test func completionLeavesNoFilesAndContactsNoOtherInstance() async throws {
        let workspace = try workspace()
        let known = try await workspace.run("complete", "--shell", "fish", "--", "table", "list", "inciden")
        #expect(known.output.hasPrefix("incident\t"), "\(known)")
        let far = try await workspace.run(
            "complete", "--shell", "fish", "--", "--instance", "http://127.0.0.1:9", "table", "list", "inciden")
        expectEqual(far, ProcessResult(0))
        let left = try await workspace.runOther("find", workspace.home, "-type", "f")
        expectEqual(left, ProcessResult(0))
    }

    @Test func manualPagesAreFormattedWithoutAWarning() async throws {
        let workspace = try workspace()
        try await expectEqual(
            workspace.run("man", "share", variables: ["SOURCE_DATE_EPOCH": "1767225600"]), ProcessResult(0))
        #expect(try workspace.text(of: "share/man7/snowdeck-topics.7").contains("2026-01-01"))
        let check =
            "for page in share/*/*; do LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 -Z $page >/dev/null; done"
        try await expectEqual(workspace.runOther("bash", "-c", check), ProcessResult(0))
    }

    @Test func makeInstallsIntoAnotherFolder() async throws {
        let workspace = try Workspace()
        let make = ["make", "-s", "-C", Workspace.root.path, "install", "PROGRAM=" + Workspace.program, "PREFIX=/usr"]
        let made = try await workspace.runOther(make + ["DESTDIR=" + workspace.path("tree")])
        try #require(made.status == 0, "\(made)")
        for file in [
            "bin/snowdeck", "share/man/man1/snowdeck-table.1", "share/bash-completion/completions/snowdeck",
            "share/zsh/vendor-completions/_snowdeck", "share/fish/vendor_completions.d/snowdeck.fish",
            "share/snowdeck/recipes/triage.recipe.md", "share/snowdeck/sessions/first-look.cassette",
            "share/snowdeck/AGENTS.md",
        ] {
            #expect(FileManager.default.fileExists(atPath: workspace.path("tree/usr/" + file)), "\(file)")
        }
        let listed = try await workspace.runOther(
            workspace.path("tree/usr/bin/snowdeck"), "recipe", "list", "--examples", "--format", "csv")
        #expect(listed.output.contains("tree/usr/share/snowdeck/recipes/triage.recipe.md,"), "\(listed)")
    }

    @Test func tourSucceeds() async throws {
        let tour = try await workspace().run("--no-input", "tour")
        expectEqual(tour.status, 0, "\(tour)")
        #expect(tour.errors.contains("That was the tour."))
        let workspace = try workspace()
        let folder = workspace.home + "/config/snowdeck"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("profile add near http://127.0.0.1:9\nprofile use near\n".utf8).write(
            to: URL(filePath: folder + "/snowdeckrc"))
        let left = try await workspace.run("tour", input: "\nwhoami\nquit\n")
        #expect(left.status == 0 && left.output.contains("john.doe") && !left.errors.contains("3/"), "\(left)")
    }

    @Test func doctorReportsProblemsAndFixes() async throws {
        let workspace = try workspace()
        let well = try await workspace.run("doctor", variables: ["LANG": "C.UTF-8", "TERM": "xterm"])
        #expect(well.status == 0 && well.errors.isEmpty, "\(well)")
        for line in [
            "ok       snowdeck \(Snowdeck.version), with SQLite 3.", "ok       libcurl.so.4 (libcurl/",
            "ok       locale C.UTF-8\n",
        ] {
            #expect(well.output.contains(line), "\(well.output)")
        }
        let folder = workspace.home + "/config/snowdeck"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("profile add near http://127.0.0.1:9\n".utf8).write(to: URL(filePath: folder + "/snowdeckrc"))
        _ = try await workspace.runOther("chmod", "644", folder + "/snowdeckrc")
        let ill = try await workspace.run("doctor", "--connect")
        expectEqual(ill.status, 1, "\(ill)")
        #expect(
            ill.output.contains(
                """
                warning  configuration: other users may read \(folder)/snowdeckrc
                         chmod go= \(folder)/snowdeckrc

                """), "\(ill.output)")
        #expect(ill.output.contains("error    near: "), "\(ill.output)")
    }
}
