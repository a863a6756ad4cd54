import Testing

@testable import TapeDeck

/// The cause of a failed input is on the tape, so that a replay takes the same branch.
@Suite struct InputFailureTests {
    @Test(arguments: [
        InputFailure(.file, "a", "a already exists and is not replaced.", .fileExists),
        InputFailure(.file, "a", "Other words.", .outsideFolder), InputFailure(.secret, "code", "None.", .notGiven),
        InputFailure(.file, "a", "a cannot be read."), InputFailure(.secret, "code", #"{"problem":{"kind":"usage"}}"#),
    ]) func causeIsRecorded(_ failure: InputFailure) {
        #expect(InputFailure(failure.kind, failure.name, recorded: failure.recorded) == failure)
    }

    /// Earlier versions recorded only the message.
    @Test(arguments: [
        (InputKind.file, "a.csv already exists and is not replaced.", InputFailure.Cause?.some(.fileExists)),
        (.file, "../a is outside the recipe's folder.", .outsideFolder), (.secret, "There was no code.", .notGiven),
        (.file, "There was no code.", nil), (.answer, "a already exists and is not replaced.", nil),
    ]) func earlierTapesAreRead(_ kind: InputKind, _ message: String, _ cause: InputFailure.Cause?) {
        #expect(InputFailure(kind, "x", recorded: message) == InputFailure(kind, "x", message, cause))
    }
}
