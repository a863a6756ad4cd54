import Foundation
import Glibc
import TestSupport
import Testing

/// `snowdeck --instance X` without a user: the first rejection prompts for one, at a terminal only.
struct FirstSignInTests {
    /// An instance that accepts only jane.
    private static func closed() -> RawInstance {
        let proof = "Basic " + Data("jane:hunter-2-of-jane".utf8).base64EncodedString()
        return RawInstance { request in
            request.contains(proof)
                ? RawInstance.answer(body: #"{"result":{"stats":{"count":"7"}}}"#)
                : RawInstance.refusal("401 Unauthorized", "User Not Authenticated", "Required to provide Auth")
        }
    }

    @Test func firstRejectionPromptsAndNextSessionOffersUser() async throws {
        let workspace = try Workspace()
        let instance = Self.closed()
        let prompt = "\(instance.name)>"
        let first = try PromptSession(workspace, ["--instance", instance.address, "--tape", "asked"], columns: 120)
        await first.prompted(prompt)
        first.type("table count incident\r")
        await first.shows("User name at \(instance.name): ‸")
        first.type("jane\r")
        await first.shows("Password of jane at \(instance.name): ‸")
        first.type("hunter-2-of-jane\r")
        await first.shows("\n7\n\(prompt) ‸")
        // No other question follows, and the answers are not run as commands.
        let shown = await first.enter("table count problem", prompt: prompt)
        #expect(shown.hasSuffix("\n7\n\(prompt) ‸"))
        first.type("\u{1B}[A\u{1B}[A\u{1B}[A")
        await first.shows("\(prompt) table count incident‸")
        first.type("\u{3}")
        await first.prompted(prompt)
        await first.leave()
        for (name, bytes) in try workspace.everything() {
            expectEqual(SecretEncodings("the password", "hunter-2-of-jane").found(in: bytes, of: name), [])
        }
        try await workspace.expectReplay(of: "asked", commands: 2)

        let second = try PromptSession(workspace, ["--instance", instance.address], columns: 120)
        await second.prompted(prompt)
        second.type("table count incident\r")
        await second.shows("User name at \(instance.name) [jane]: ‸")
        second.type("\r")
        await second.shows("Password of jane at \(instance.name): ‸")
        second.type("wrong\r")
        await second.shows("\(instance.name) did not accept it. User name [jane]: ‸")
        second.type("\r")
        let question = "Password of jane at \(instance.name):"
        _ = await second.screen.wait { $0.text.ranges(of: question).count == 2 }
        second.type("hunter-2-of-jane\r")
        await second.shows("\n7\n\(prompt) ‸")
        await second.leave()
    }

    @Test func unansweredPromptEnds() async throws {
        let workspace = try Workspace()
        let instance = Self.closed()
        let prompt = "\(instance.name)>"
        let session = try PromptSession(workspace, ["--instance", instance.address, "--tape", "asked"], columns: 120)
        await session.prompted(prompt)
        session.type("table count incident\r")
        await session.shows("User name at \(instance.name): ‸")
        session.type("ja\u{3}")
        await session.shows("Interrupted: the request was cancelled.\n\(prompt) ‸")
        await session.answer("table count problem\r")
        await session.shows("table count problem\nUser name at \(instance.name): ‸")
        session.type("\r")
        await session.shows("No user name was given, so no one is signed in to \(instance.name).")
        await session.prompted(prompt)
        await session.leave()
        try await expectEqual(workspace.run("replay", "sessions/asked.cassette", "--check").status, 0)
        #expect(try workspace.everything().keys.allSatisfy { !$0.hasSuffix("last-users") })
    }

    /// Without a terminal, the instance's own message is the error.
    @Test func scriptsAndPipesAreNotPrompted() async throws {
        let workspace = try Workspace()
        let instance = Self.closed()
        try workspace.write("table count incident\n", to: "script")
        let line = """
            "$0" --instance "$1" table count incident | cat; "$0" --instance "$1" run script
            "$0" --instance "$1" run - < script; "$0" --no-input --instance "$1" table count incident; echo done
            """
        let session = try PromptSession(
            workspace, columns: 120, shell: ["/bin/sh", "-c", line, Workspace.program, instance.address])
        let shown = await session.shows("done\n")
        #expect(shown.components(separatedBy: "error: ").count == 5 && !shown.contains("User name"), "\(shown)")
        _ = await session.end()
    }

    @Test func connectOffersTheUserToo() async throws {
        let workspace = try Workspace()
        let instance = Self.closed()
        try workspace.write("\(instance.address) jane\n", to: "../home/state/snowdeck/last-users")
        let session = try PromptSession(workspace, ["--tape", "asked"], columns: 120)
        await session.prompted()
        session.type("connect \(instance.address)\r")
        await session.shows("User name at \(instance.name) [jane]: ‸")
        session.type("\r")
        await session.shows("Password of jane at \(instance.name): ‸")
        session.type("\u{3}")
        await session.prompted()
        await session.leave()
        try await expectEqual(workspace.run("replay", "sessions/asked.cassette", "--check").status, 0)
    }
}
