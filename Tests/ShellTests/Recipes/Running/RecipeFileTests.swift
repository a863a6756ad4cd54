import CassetteStore
import Foundation
import Testing

@testable import GraphQLCommands
@testable import Pages
@testable import Recipes
@testable import Tables
@testable import Workbench

/// Files that a recipe creates: only with trust, named before, and never over an existing one.
@Suite struct RecipeFileTests {
    /// Each step creates a file, with what it would replace.
    private static let steps = [
        "attach get incident INC0010021 note.txt --out .bashrc --force",
        "attach get incident INC0010021 note.txt --out kept.txt --force",
        "attach get incident INC0010021 note.txt --out .git/hooks/pre-commit",
        "attach get incident INC0010021 note.txt --save --force", "attach get incident INC0010021 --all --force",
        "page shot picture.png incident INC0010021 --force", "table count incident > kept.txt",
        "table count incident >> kept.txt", "table count incident | tee kept.txt",
    ]

    private func machine(_ blocks: String..., writes: String? = nil) async throws -> TestMachine {
        let machine = try TestMachine()
        machine.folder.write(Array("attached\n".utf8), to: "note.txt")
        for kept in ["in/kept.txt", "in/.bashrc", "in/note.txt", "in/picture.png"] {
            machine.folder.write(Array("mine\n".utf8), to: kept)
        }
        machine.folder.makeFolder(for: "in/.git/hooks/x")
        let before = try ShellHarness(machine, tape: "before")
        _ = await before.transcript(of: ["attach put incident INC0010021 note.txt"])
        try await before.session.close()
        let text = SampleRecipes.text("Evil", writes: writes, blocks.joined(separator: "\n"))
        machine.folder.write(Array(text.utf8), to: "in/evil.recipe.md")
        return machine
    }

    private func expectNothingReplaced(_ machine: TestMachine, _ claim: String) {
        for kept in ["in/kept.txt", "in/.bashrc", "in/note.txt", "in/picture.png"] {
            #expect(machine.folder.text(of: kept) == "mine\n", "\(claim): \(kept)")
        }
        #expect(machine.folder.names(in: "in/.git/hooks").isEmpty, "\(claim)")
    }

    @Test(arguments: steps) func withoutTrustNothingIsSent(_ step: String) async throws {
        for block in ["> \(step)", "cleanup\n> \(step)", "for row in table list incident -n 1\n> \(step)"] {
            let machine = try await machine(block)
            let harness = try ShellHarness(machine)
            let printed = await harness.transcript(of: ["recipe run in/evil.recipe.md"])
            #expect(printed.contains("only with --trust") && printed.hasSuffix("? exit 7\n"), "\(printed)")
            expectNothingReplaced(machine, block)
            #expect(machine.folder.names(in: "in").count == 6)
            try await harness.closeAndReplay()
            let tape = try Cassette.playing(at: machine.path("tape"))
            #expect(try tape.lastExchange() == 0)
            try tape.close()
        }
    }

    @Test func usedRecipesAreRefusedToo() async throws {
        let machine = try await machine("use inner.recipe.md")
        let inner = SampleRecipes.text("Inner", "> attach get incident INC0010021 --all")
        machine.folder.write(Array(inner.utf8), to: "in/inner.recipe.md")
        let printed = await (try ShellHarness(machine)).transcript(of: ["recipe run in/evil.recipe.md"])
        #expect(
            printed == """
                > recipe run in/evil.recipe.md
                ! in/inner.recipe.md:4: error: A recipe may create files only with --trust.
                !   attach get incident INC0010021 ‹--all›
                ! hint: --trust permits it.
                ? exit 7

                """)
    }

    /// Every step but the pipeline, which is the user's own program then.
    @Test(arguments: steps.dropLast()) func withTrustNothingIsReplaced(_ step: String) async throws {
        let machine = try await machine("> \(step)")
        let harness = try ShellHarness(machine, trust: true)
        let printed = await harness.transcript(of: ["recipe run in/evil.recipe.md"])
        #expect(
            printed.contains("already exists, and a recipe replaces no file.")
                || printed.contains("is hidden, and a recipe creates no hidden files."), "\(printed)")
        #expect(!printed.contains("--force replaces it"), "\(printed)")
        expectNothingReplaced(machine, step)
        try await harness.closeAndReplay()
    }

    @Test func withTrustNewFilesAreCreated() async throws {
        let machine = try await machine(
            "> attach get incident INC0010021 note.txt --out new.txt", "> table count incident > count.txt",
            "> page shot new.png incident INC0010021", "> table count incident >> more.txt")
        let harness = try ShellHarness(machine, trust: true)
        let printed = await harness.transcript(of: ["recipe run in/evil.recipe.md --quiet"])
        #expect(printed.contains("4 steps, 0 expectations held; nothing was changed."), "\(printed)")
        #expect(machine.folder.text(of: "in/new.txt") == "attached\n")
        #expect(machine.folder.text(of: "in/count.txt") == "440\n")
        #expect(machine.folder.text(of: "in/more.txt") == "440\n")
        #expect(machine.folder.bytes(of: "in/new.png")?.isEmpty == false)
        // The second run finds the files of the first.
        let again = await harness.transcript(of: ["recipe run in/evil.recipe.md"])
        #expect(
            again.contains(
                "in/evil.recipe.md:4: error: new.txt already exists, and a recipe replaces no file."), "\(again)")
        try await harness.closeAndReplay()
    }

    @Test func nameOfVariableIsCheckedBeforeAnythingIsSent() async throws {
        for name in ["kept.txt", ".bashrc", "../note.txt", "/etc/x", ".git/hooks/x", "sub/../.git/x"] {
            let machine = try TestMachine()
            machine.folder.write(Array("mine\n".utf8), to: "in/kept.txt")
            let text = SampleRecipes.text("Evil", params: "out = new.txt", "> table count incident > {{out}}")
            machine.folder.write(Array(text.utf8), to: "in/evil.recipe.md")
            let harness = try ShellHarness(machine, trust: true)
            let printed = await harness.transcript(of: ["recipe run in/evil.recipe.md out=\(name)"])
            #expect(printed.hasSuffix("? exit 7\n"), "\(printed)")
            #expect(machine.folder.text(of: "in/kept.txt") == "mine\n")
            #expect(machine.folder.names(in: "in").count == 2)
            try await harness.closeAndReplay()
            let tape = try Cassette.playing(at: machine.path("tape"))
            #expect(try tape.lastExchange() == 0)
            try tape.close()
        }
    }

    @Test func linksAreNotFollowed() async throws {
        let machine = try await machine(
            "> table count incident > link.txt", "> table count incident > out/new.txt")
        machine.folder.link("in/link.txt", to: machine.folder.path + "/elsewhere.txt")
        machine.folder.makeFolder(for: "outside/x")
        machine.folder.link("in/out", to: machine.folder.path + "/outside")
        let harness = try ShellHarness(machine, trust: true)
        _ = await harness.transcript(of: ["recipe run in/evil.recipe.md --go-on"])
        #expect(machine.folder.bytes(of: "elsewhere.txt") == nil)
        #expect(machine.folder.names(in: "outside").isEmpty)
    }

    @Test func planNamesFilesAndCreatesNone() async throws {
        let machine = try await machine(
            "> attach get incident INC0010021 note.txt --out new.txt", "> attach get incident INC0010021 --all",
            "> table count incident > count.txt", "> table count incident | sort",
            "> table create incident short_description=x => inc = .number",
            "> table get incident {{inc}} > {{inc}}.txt",
            writes: "incident")
        for trust in [false, true] {
            let harness = try ShellHarness(machine, tape: "plan-\(trust)", trust: trust)
            let printed = await harness.transcript(of: ["recipe run in/evil.recipe.md --plan"])
            let lines = printed.split(separator: "\n").filter { !$0.contains("sent ") && !$0.contains("would send") }
            #expect(
                lines == [
                    "> recipe run in/evil.recipe.md --plan",
                    "> attach get incident INC0010021 note.txt --out new.txt", "  would create new.txt",
                    "> attach get incident INC0010021 --all", "  would create files that the instance names",
                    "> table count incident > count.txt", "  would create count.txt", "> table count incident | sort",
                    "  would start  sort", "> table create incident short_description=x => inc = .number",
                    "> table get incident {{inc}} > {{inc}}.txt", "  {{inc}} not known before this runs",
                    "  would create {{inc}}.txt",
                    "! 6 steps, 1 would change something, 4 would create files, which needs --trust, 1 not known before "
                        + "that; nothing was changed.",
                ], "\(printed)")
            #expect(machine.folder.names(in: "in").count == 6)
            expectNothingReplaced(machine, "plan")
            try await harness.session.close()
            #expect(try await machine.check(machine.path("plan-\(trust)")).status == 0)
        }
    }

    @Test func showAndLintNameThem() async throws {
        let machine = try await machine(
            "> attach get incident INC0010021 --out .git/x", "> table count incident > a.txt")
        let harness = try ShellHarness(machine)
        let printed = await harness.transcript(of: [
            "recipe show in/evil.recipe.md", "recipe show in/evil.recipe.md --format json | grep -A9 creates",
            "recipe lint in/evil.recipe.md",
        ])
        #expect(
            printed == """
                > recipe show in/evil.recipe.md
                # Evil

                ```snowdeck
                > attach get incident INC0010021 --out .git/x
                > table count incident > a.txt
                ```

                Files it creates, only with --trust
                  .git/x   line 4
                  a.txt   line 5
                > recipe show in/evil.recipe.md --format json | grep -A9 creates
                  "creates": [
                    {
                      "line": 4,
                      "file": ".git/x"
                    },
                    {
                      "line": 5,
                      "file": "a.txt"
                    }
                  ]
                > recipe lint in/evil.recipe.md
                in/evil.recipe.md:4: .git/x is hidden, and a recipe creates no hidden files.
                in/evil.recipe.md:4: A recipe may create files only with --trust.
                in/evil.recipe.md:5: A recipe may create files only with --trust.
                ! error: 3 findings in 1 recipe.
                ? exit 6

                """)
        try await harness.closeAndReplay()
    }

    /// Casts, exports, tapes and the start-up file.
    @Test func commandsAboutFilesAreNoSteps() async throws {
        for step in [
            "replay tape --cast out.cast", "tape export out.har tape", "tape new other", "recipe save out",
            "tape import a.har b --replace", "recipe format evil", "alias x='quit'",
        ] {
            let machine = try await machine("> \(step)")
            let harness = try ShellHarness(machine, trust: true)
            let printed = await harness.transcript(of: ["recipe run in/evil.recipe.md"])
            #expect(
                printed.contains("cannot be in a recipe") || printed.contains("is a command of the program"),
                "\(printed)")
        }
    }
}
