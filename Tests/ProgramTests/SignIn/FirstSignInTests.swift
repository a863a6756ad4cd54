import Foundation
import Glibc
import TestSupport
import Testing

/// `snowdeck --instance X` without a user: the first refusal asks for one, at a terminal alone.
@Suite struct FirstSignInTests {
    /// An instance that lets in nobody but jane.
    private static func closed() -> FarInstance {
        let proof = "Basic " + Data("jane:hunter-2-of-jane".utf8).base64EncodedString()
        return FarInstance { request in
            request.contains(proof)
                ? FarInstance.answer(body: #"{"result":{"stats":{"count":"7"}}}"#)
                : FarInstance.refusal("401 Unauthorized", "User Not Authenticated", "Required to provide Auth")
        }
    }

    @Test func theFirstRefusalAsksForUserAndPasswordAndTheNextSittingOffersTheUser() async throws {
        let desk = try Desk()
        let instance = Self.closed()
        let prompt = "\(instance.name)>"
        let first = try PromptSitting(desk, ["--instance", instance.address, "--tape", "asked"], columns: 120)
        await first.prompted(prompt)
        first.screen.type("table count incident\r")
        await first.shows("User name at \(instance.name): ‸")
        first.screen.type("jane\r")
        await first.shows("Password of jane at \(instance.name): ‸")
        first.screen.type("hunter-2-of-jane\r")
        await first.shows("\n7\n\(prompt) ‸")
        // Nothing more is asked, and what was typed is no line.
        let shown = await first.enter("table count problem", prompt: prompt)
        #expect(shown.hasSuffix("\n7\n\(prompt) ‸"))
        first.screen.type("\u{1B}[A\u{1B}[A\u{1B}[A")
        await first.shows("\(prompt) table count incident‸")
        first.screen.type("\u{3}")
        await first.prompted(prompt)
        first.screen.type("quit\r")
        #expect(await first.end() == 0)
        for (name, bytes) in try desk.everything() {
            #expect(SecretForms("the password", "hunter-2-of-jane").found(in: bytes, of: name) == [])
        }
        #expect(
            try await desk.run("replay", "sessions/asked.cassette", "--check")
                == Ended(0, "sessions/asked.cassette: 2 commands, all as recorded.\n"))

        let second = try PromptSitting(desk, ["--instance", instance.address], columns: 120)
        await second.prompted(prompt)
        second.screen.type("table count incident\r")
        await second.shows("User name at \(instance.name) [jane]: ‸")
        second.screen.type("\r")
        await second.shows("Password of jane at \(instance.name): ‸")
        second.screen.type("wrong\r")
        await second.shows("\(instance.name) did not accept it. User name [jane]: ‸")
        second.screen.type("\r")
        let question = "Password of jane at \(instance.name):"
        _ = await second.screen.wait { $0.text.ranges(of: question).count == 2 }
        second.screen.type("hunter-2-of-jane\r")
        await second.shows("\n7\n\(prompt) ‸")
        second.screen.type("quit\r")
        #expect(await second.end() == 0)
    }

    @Test func aQuestionThatIsNotAnsweredIsOver() async throws {
        let desk = try Desk()
        let instance = Self.closed()
        let prompt = "\(instance.name)>"
        let sitting = try PromptSitting(desk, ["--instance", instance.address, "--tape", "asked"], columns: 120)
        await sitting.prompted(prompt)
        sitting.screen.type("table count incident\r")
        await sitting.shows("User name at \(instance.name): ‸")
        sitting.screen.type("ja\u{3}")
        await sitting.shows("Interrupted: the request was called off.\n\(prompt) ‸")
        await sitting.screen.waitForRawMode()
        sitting.screen.type("table count problem\r")
        await sitting.shows("table count problem\nUser name at \(instance.name): ‸")
        sitting.screen.type("\r")
        await sitting.shows("No user name was given, so no one is signed in to \(instance.name).")
        await sitting.prompted(prompt)
        sitting.screen.type("quit\r")
        #expect(await sitting.end() == 0)
        #expect(try await desk.run("replay", "sessions/asked.cassette", "--check").status == 0)
        #expect(try desk.everything().keys.allSatisfy { !$0.hasSuffix("last-users") })
    }

    /// Where nobody sits the instance's words are the answer, as ever.
    @Test(arguments: [
        "\"$0\" --instance \"$1\" table count incident | cat", "\"$0\" --instance \"$1\" run script",
        "\"$0\" --instance \"$1\" run - < script", "\"$0\" --no-input --instance \"$1\" table count incident",
    ]) func scriptsAndPipesAreNotAsked(_ line: String) async throws {
        let desk = try Desk()
        let instance = Self.closed()
        try desk.write("table count incident\n", to: "script")
        let sitting = try PromptSitting(
            desk, columns: 120, shell: ["/bin/sh", "-c", line + "; echo done", Desk.program, instance.address])
        let shown = await sitting.shows("done\n")
        #expect(shown.contains("error: ") && !shown.contains("User name"), "\(shown)")
        _ = await sitting.end()
    }

    @Test func connectOffersTheUserToo() async throws {
        let desk = try Desk()
        let instance = Self.closed()
        try desk.write("\(instance.address) jane\n", to: "../home/state/snowdeck/last-users")
        let sitting = try PromptSitting(desk, ["--tape", "asked"], columns: 120)
        await sitting.prompted()
        sitting.screen.type("connect \(instance.address)\r")
        await sitting.shows("User name at \(instance.name) [jane]: ‸")
        sitting.screen.type("\r")
        await sitting.shows("Password of jane at \(instance.name): ‸")
        sitting.screen.type("\u{3}")
        await sitting.prompted()
        sitting.screen.type("quit\r")
        #expect(await sitting.end() == 0)
        #expect(try await desk.run("replay", "sessions/asked.cassette", "--check").status == 0)
    }
}
