extension Problem {
    /// What sort of problem it is. The raw value is the word of the JSON form.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case `internal`
        /// The command could not be read.
        case usage
        /// The instance refused, or nothing goes by that name.
        case refused
        /// The instance could not be reached, or did not answer.
        case network
        /// The tape cannot do what is asked, or does not say the same.
        case tape
        /// An expectation failed.
        case expectation
        /// A guard refused a write.
        case guardRefused = "guard"
        /// It was called off.
        case interrupted

        /// What the process ends with.
        package var exitStatus: Int32 {
            switch self {
            case .internal: 1
            case .usage: 2
            case .refused: 3
            case .network: 4
            case .tape: 5
            case .expectation: 6
            case .guardRefused: 7
            case .interrupted: 130
            }
        }

        /// What the status means, for help and the reference.
        package var meaning: String {
            switch self {
            case .internal: "internal error: a fault of Snowdeck itself, or of the machine it runs on"
            case .usage: "usage: the command could not be read, and nothing was done"
            case .refused: "the instance refused, or nothing goes by that name"
            case .network: "network: the instance could not be reached or did not answer"
            case .tape: "tape: a miss, a mismatch, a corrupt cassette, or an answer that was not recorded"
            case .expectation: "an expectation failed"
            case .guardRefused: "a guard refused a write"
            case .interrupted: "interrupted"
            }
        }
    }
}
