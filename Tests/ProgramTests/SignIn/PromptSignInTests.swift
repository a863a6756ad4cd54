import Foundation
import TestSupport
import Testing

/// Secrets typed at a real terminal.
@Suite struct PromptSignInTests {
    private static let secret = SecretPlaceTests.secret
    private static let line = "table list incident -n 1 -f number"
    private static let list = line.split(separator: " ").map(String.init)

    private func isHidden(_ sitting: PromptSitting, _ secret: String = Self.secret) -> Bool {
        SecretForms("it", secret).found(in: sitting.screen.received, of: "the screen").isEmpty
    }

    @Test func aPasswordIsAskedForWithoutEcho() async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        let sitting = try PromptSitting(desk, instance.flags + ["--from", "ask"] + Self.list)
        await sitting.shows("Password of jane at \(instance.name): ")
        await sitting.answer(Self.secret + "\r")
        await sitting.shows("INC1")
        #expect(await sitting.end() == 0)
        #expect(isHidden(sitting))
    }

    @Test func aPlaceWhoseSecretIsNotAcceptedFallsToTheQuestion() async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        for (place, variables) in [("env:OF_JANE", ["OF_JANE": "an old one"]), ("command:echo an old one", [:])] {
            let sitting = try PromptSitting(desk, instance.flags + ["--from", place] + Self.list, variables: variables)
            await sitting.shows("\(instance.name) did not accept it. Password of jane, or Ctrl-D: ")
            await sitting.answer(Self.secret + "\r")
            await sitting.shows("INC1")
            #expect(await sitting.end() == 0)
            #expect(isHidden(sitting))
        }
    }

    @Test func aCommandHasTheTerminal() async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: "two words")
        let place = "command:printf 'Passphrase? ' >&2; read a; echo \"two $a\""
        let sitting = try PromptSitting(desk, instance.flags + ["--from", place] + Self.list)
        await sitting.shows("Passphrase? ")
        sitting.type("words\r")
        await sitting.shows("INC1")
        #expect(await sitting.end() == 0)
    }

    @Test func ctrlCEndsACommandThatDoesNotAnswer() async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        let sitting = try PromptSitting(
            desk, instance.flags + ["--from", "command:echo waiting >&2; sleep 600"] + Self.list)
        await sitting.shows("waiting")
        sitting.type("\u{3}")
        await sitting.shows("Interrupted")
        #expect(await sitting.end() == 130)
        #expect(instance.requests.isEmpty)
    }

    @Test func ctrlDAtASecondQuestionLeavesTheLastWordToTheInstance() async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        let sitting = try PromptSitting(desk, instance.flags + Self.list, columns: 120)
        await sitting.shows("Password of jane at \(instance.name): ")
        await sitting.answer("another\r")
        await sitting.shows("\(instance.name) did not accept it. Password of jane, or Ctrl-D: ")
        await sitting.answer("\u{4}")
        await sitting.shows("does not accept the password of jane")
        #expect(await sitting.end() == 3)
    }

    @Test func whoeverGivesNoCodeOfTheSecondFactorIsToldSo() async throws {
        let desk = try Desk()
        let sandbox = try await ServedSandbox(desk)
        for (key, said, status) in [
            ("\u{4}", "error: No code of the second factor was given, so no one is signed in to ", Int32(3)),
            ("\u{3}", "Interrupted", 130),
        ] {
            let flags = ["--instance", sandbox.address, "--user", "fred.luddy", "--from", "command:echo password"]
            let sitting = try PromptSitting(desk, flags + Self.list, columns: 120)
            await sitting.shows("wants the second factor's code of fred.luddy: ")
            await sitting.answer(key)
            await sitting.shows(said)
            #expect(await sitting.end() == status)
        }
        _ = await sandbox.end()
    }

    @Test(arguments: [("\u{3}", "Interrupted"), ("\u{4}", "No password of jane was given, so no one is signed in to ")])
    func whoGivesNoPasswordIsAskedAgainAndNobodysGuest(key: String, said: String) async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        let sitting = try PromptSitting(desk, instance.flags + ["--from", "ask"], columns: 200)
        await sitting.prompted("\(instance.name)>")
        sitting.type(Self.line + "\r")
        await sitting.shows("Password of jane at \(instance.name): ")
        await sitting.answer(key)
        await sitting.shows(said)
        await sitting.prompted("\(instance.name)>")
        #expect(instance.requests.isEmpty)
        sitting.type("table list incident -n 1 -f number,state\r")
        _ = await sitting.screen.wait { $0.text.components(separatedBy: "Password of jane at ").count > 2 }
        await sitting.answer(Self.secret + "\r")
        await sitting.shows("INC1")
        #expect(instance.requests.allSatisfy { $0.contains("\r\nAuthorization: Basic ") })
    }

    @Test func aDescriptorThatGaveNothingIsNotReadAgain() async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        let run = try await desk.start(
            instance.flags + ["--from", "fd:4", "--no-input", "--tape", "kept", "run", "--keep-going", "-"],
            input: Self.line + "\n" + Self.line + "\n", through: ["sh", "-c", #"exec "$0" "$@" 4</dev/null"#]
        ).end()
        #expect(run.status == 3 && instance.requests.isEmpty, "\(run)")
        #expect(run.errors.contains("fd:4, which was to give the password of jane, gave an empty line."), "\(run)")
        #expect(run.errors.contains("fd:4, which was to give the password of jane, gave none when it was read."))
    }
}
