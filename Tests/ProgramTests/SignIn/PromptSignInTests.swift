import TestSupport
import Testing

/// Secrets that somebody types, at a real terminal.
@Suite struct PromptSignInTests {
    private static let secret = SecretPlaceTests.secret
    private static let list = ["table", "list", "incident", "-n", "1", "-f", "number"]

    private func isHidden(_ sitting: PromptSitting, _ secret: String = Self.secret) -> Bool {
        SecretForms("it", secret).found(in: sitting.screen.received, of: "the screen").isEmpty
    }

    @Test func aPasswordIsAskedForWithoutEcho() async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        let sitting = try PromptSitting(desk, instance.flags + ["--from", "ask"] + Self.list)
        await sitting.shows("Password of jane at \(instance.name): ")
        await sitting.screen.waitForRawMode()
        sitting.screen.type(Self.secret + "\r")
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
            await sitting.screen.waitForRawMode()
            sitting.screen.type(Self.secret + "\r")
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
        sitting.screen.type("words\r")
        await sitting.shows("INC1")
        #expect(await sitting.end() == 0)
    }

    @Test func ctrlCEndsACommandThatDoesNotAnswer() async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        let sitting = try PromptSitting(
            desk, instance.flags + ["--from", "command:echo waiting >&2; sleep 600"] + Self.list)
        await sitting.shows("waiting")
        sitting.screen.type("\u{3}")
        await sitting.shows("Interrupted")
        #expect(await sitting.end() == 130)
        #expect(instance.requests.isEmpty)
    }

    @Test func aTerminalIsNoDescriptorToReadASecretFrom() async throws {
        let desk = try Desk()
        let instance = GuardedInstance(passwordOfJane: Self.secret)
        let sitting = try PromptSitting(desk, instance.flags + ["--from", "fd:0"] + Self.list)
        await sitting.shows("fd:0, which was to give the password of jane, is a terminal: --from ask asks there.")
        #expect(await sitting.end() == 3)
    }
}
