import Foundation
import TestSupport
import Testing

/// Questions that nobody answers, and secrets that were refused.
@Suite struct RefusedSecretTests {
    private static let secret = SecretPlaceTests.secret
    private static let list = "table list incident -n 1 -f number"

    @Test(arguments: [("\u{3}", "Interrupted"), ("\u{4}", "No password of jane was given, so no one is signed in to ")])
    func whoGivesNoPasswordIsAskedAgainAndNobodysGuest(key: String, said: String) async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        let sitting = try PromptSitting(desk, instance.flags + ["--from", "ask"], columns: 200)
        await sitting.prompted("\(instance.name)>")
        sitting.screen.type(Self.list + "\r")
        await sitting.shows("Password of jane at \(instance.name): ")
        await sitting.screen.waitForRawMode()
        sitting.screen.type(key)
        await sitting.shows(said)
        await sitting.prompted("\(instance.name)>")
        #expect(instance.requests.isEmpty)
        sitting.screen.type("table list incident -n 1 -f number,state\r")
        _ = await sitting.screen.wait { $0.text.components(separatedBy: "Password of jane at ").count > 2 }
        await sitting.screen.waitForRawMode()
        sitting.screen.type(Self.secret + "\r")
        await sitting.shows("INC1")
        #expect(instance.requests.allSatisfy { $0.contains("\r\nAuthorization: Basic ") })
    }

    @Test func aPasswordOfAVariableThatWasRefusedIsNotSentAgain() async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        let sitting = try PromptSitting(
            desk, instance.flags + ["--no-input", "--from", "env:OF_JANE"], columns: 200, variables: ["OF_JANE": "old"])
        let prompt = "\(instance.name)>"
        await sitting.prompted(prompt)
        for line in [Self.list, "login", "connect \(instance.address) --user jane --from env:OF_JANE", "whoami"] {
            _ = await sitting.enter(line, prompt: prompt)
        }
        await sitting.shows("did not accept the password of jane before, and it is not sent a second time.")
        let line = "Authorization: Basic " + Data("jane:old".utf8).base64EncodedString()
        #expect(instance.requests.filter { $0.contains(line) }.count == 1)
    }

    @Test func aDescriptorThatGaveNothingIsNotReadAgain() async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        let run = try await desk.start(
            instance.flags + ["--from", "fd:4", "--no-input", "--tape", "kept", "run", "--keep-going", "-"],
            input: Self.list + "\n" + Self.list + "\n", through: ["sh", "-c", #"exec "$0" "$@" 4</dev/null"#]
        ).end()
        #expect(run.status == 3 && instance.requests.isEmpty, "\(run)")
        #expect(run.errors.contains("fd:4, which was to give the password of jane, gave an empty line."), "\(run)")
        #expect(run.errors.contains("fd:4, which was to give the password of jane, gave none when it was read."))
    }
}
