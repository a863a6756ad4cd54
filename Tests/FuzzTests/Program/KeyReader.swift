import TestSupport

extension Reader {
    /// Keys at the prompt on an emulated terminal. An input is only a seed: random keys, pastes and resizes find more than
    /// changed bytes do. `LineEditingTests` runs some, where tests that use terminals take turns.
    static let keys = Reader(name: "keys") { input in
        var random = SeededGenerator(for: input)
        let keys = TypedKeys.keys(&random)
        if let failure = TypedKeys.failure(of: keys, &random) { throw Violation(failure) }
    }
}
