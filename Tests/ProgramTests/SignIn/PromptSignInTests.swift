import Foundation
import TestSupport
import Testing

/// Secrets typed at a real terminal.
struct PromptSignInTests {
    private static let secret = SecretSourceTests.secret
    private static let line = "table list incident -n 1 -f number"
    private static let list = line.split(separator: " ").map(String.init)

    private func isHidden(_ session: PromptSession, _ secret: String = Self.secret) -> Bool {
        SecretEncodings("it", secret).found(in: session.screen.received, of: "the screen").isEmpty
    }

    @Test func passwordPromptHasNoEcho() async throws {
        let workspace = try Workspace()
        let instance = RawInstance(passwordOfJane: Self.secret)
        let session = try PromptSession(workspace, instance.flags + ["--from", "ask"] + Self.list)
        await session.shows("Password of jane at \(instance.name): ")
        await session.answer(Self.secret + "\r")
        await session.shows("INC1")
        await expectEqual(session.end(), 0)
        #expect(isHidden(session))
    }

    @Test func rejectedSourceFallsBackToPrompt() async throws {
        let workspace = try Workspace()
        let instance = RawInstance(passwordOfJane: Self.secret)
        for (place, variables) in [("env:OF_JANE", ["OF_JANE": "an old one"]), ("command:echo an old one", [:])] {
            let session = try PromptSession(
                workspace, instance.flags + ["--from", place] + Self.list, variables: variables)
            await session.shows("\(instance.name) did not accept it. Password of jane, or Ctrl-D: ")
            await session.answer(Self.secret + "\r")
            await session.shows("INC1")
            await expectEqual(session.end(), 0)
            #expect(isHidden(session))
        }
    }

    @Test func passwordCommandHasTheTerminal() async throws {
        let workspace = try Workspace()
        let instance = RawInstance(passwordOfJane: "two words")
        let place = "command:printf 'Passphrase? ' >&2; read a; echo \"two $a\""
        let session = try PromptSession(workspace, instance.flags + ["--from", place] + Self.list)
        await session.shows("Passphrase? ")
        session.type("words\r")
        await session.shows("INC1")
        await expectEqual(session.end(), 0)
    }

    @Test func ctrlCEndsHangingPasswordCommand() async throws {
        let workspace = try Workspace()
        let instance = RawInstance(passwordOfJane: Self.secret)
        let session = try PromptSession(
            workspace, instance.flags + ["--from", "command:echo waiting >&2; sleep 600"] + Self.list)
        await session.shows("waiting")
        session.type("\u{3}")
        await session.shows("Interrupted")
        await expectEqual(session.end(), 130)
        #expect(instance.requests.isEmpty)
    }

    @Test func ctrlDAtSecondPromptShowsInstanceError() async throws {
        let workspace = try Workspace()
        let instance = RawInstance(passwordOfJane: Self.secret)
        let session = try PromptSession(workspace, instance.flags + Self.list, columns: 120)
        await session.shows("Password of jane at \(instance.name): ")
        await session.answer("another\r")
        await session.shows("\(instance.name) did not accept it. Password of jane, or Ctrl-D: ")
        await session.answer("\u{4}")
        await session.shows("does not accept the password of jane")
        await expectEqual(session.end(), 3)
    }

    @Test func missingSecondFactorCodeIsReported() async throws {
        let workspace = try Workspace()
        let sandbox = try await ServedProgram(workspace, "sandbox")
        for (key, said, status) in [
            ("\u{4}", "error: No code of the second factor was given, so no one is signed in to ", Int32(3)),
            ("\u{3}", "Interrupted", 130),
        ] {
            let flags = ["--instance", sandbox.address, "--user", "fred.luddy", "--from", "command:echo password"]
            let session = try PromptSession(workspace, flags + Self.list, columns: 120)
            await session.shows("wants the second factor's code of fred.luddy: ")
            await session.answer(key)
            await session.shows(said)
            await expectEqual(session.end(), status)
        }
        _ = await sandbox.end()
    }

    @Test(arguments: [("\u{3}", "Interrupted"), ("\u{4}", "No password of jane was given, so no one is signed in to ")])
    func emptyPasswordPromptsAgain(key: String, said: String) async throws {
        let workspace = try Workspace()
        let instance = RawInstance(passwordOfJane: Self.secret)
        let session = try PromptSession(workspace, instance.flags + ["--from", "ask"], columns: 200)
        await session.prompted("\(instance.name)>")
        session.type(Self.line + "\r")
        await session.shows("Password of jane at \(instance.name): ")
        await session.answer(key)
        await session.shows(said)
        await session.prompted("\(instance.name)>")
        #expect(instance.requests.isEmpty)
        session.type("table list incident -n 1 -f number,state\r")
        _ = await session.screen.wait { $0.text.components(separatedBy: "Password of jane at ").count > 2 }
        await session.answer(Self.secret + "\r")
        await session.shows("INC1")
        #expect(instance.requests.allSatisfy { $0.contains("\r\nAuthorization: Basic ") })
    }

    @Test func emptyDescriptorIsNotReadAgain() async throws {
        let workspace = try Workspace()
        let instance = RawInstance(passwordOfJane: Self.secret)
        let run = try await workspace.run(
            instance.flags + ["--from", "fd:4", "--no-input", "--tape", "kept", "run", "--keep-going", "-"],
            input: Self.line + "\n" + Self.line + "\n", through: ["sh", "-c", #"exec "$0" "$@" 4</dev/null"#])
        #expect(run.status == 3 && instance.requests.isEmpty, "\(run)")
        #expect(run.errors.contains("fd:4 for the password of jane gave an empty line."), "\(run)")
        #expect(run.errors.contains("fd:4 for the password of jane gave none when it was read."))
    }

    /// Credentials last as long as the program; `login` asks again, and a recording keeps what a replay needs.
    @Test func passwordIsAskedForOnce() async throws {
        let workspace = try Workspace(), instance = try TappedInstance()
        let session = try PromptSession(workspace, ["--tape", "kept"], columns: 120)
        let prompt = "\(instance.name)>", question = "Password of abel.tuter at \(instance.name): ‸"
        await session.prompted()
        session.type("connect \(instance.address)\r")
        await session.shows("User name at \(instance.name): ‸")
        await session.answer("abel.tuter\r")
        await session.shows(question)
        await session.answer("password\r")
        await session.prompted(prompt)
        _ = await session.enter("connect sandbox")
        let shown = await session.enter("connect \(instance.address)", prompt: prompt)
        expectEqual(shown.ranges(of: "Connected to \(instance.name) as Abel Tuter").count, 2)
        session.type("login\r")
        await session.shows("login\n" + question)
        await session.answer("password\r")
        await session.prompted(prompt)
        await session.leave()
        try await expectEqual(workspace.run("replay", "kept", "--check").status, 0)
    }
}
