import ExchangeModel

/// A request that the tape cannot answer, explained.
package struct Miss: Sendable, Hashable {
    /// Why there is no answer.
    package enum Reason: Sendable, Hashable {
        /// No request with this key is on the tape.
        case notRecorded
        /// It is there, but the program died while it was under way.
        case interrupted(exchange: Int64)
        /// It was answered before a change that has been played since, and strict replay does not go back.
        case alreadyChanged(exchange: Int64, epoch: Int64)
        /// It changes something, and was played as often as it was recorded.
        case exhausted(exchange: Int64)
        /// It is answered after a change that has not been played: the exchange and the command that must come first.
        case laterOnly(exchange: Int64, epoch: Int64, first: Step)
    }

    /// The next change on the tape.
    package struct Step: Sendable, Hashable {
        /// Its number on the tape.
        package var exchange: Int64
        /// The command's line; nil when the exchange belongs to none.
        package var line: String?
        /// As it was sent.
        package var method: String
        /// The address it was sent to, redacted.
        package var url: String
    }

    /// A recorded exchange, and how the request differs from it.
    package struct Nearest: Sendable, Hashable {
        /// Its number on the tape.
        package var exchange: Int64
        /// The line of the command that made it; nil when none did.
        package var line: String?
        /// As it was sent.
        package var method: String
        /// The address it was sent to, redacted.
        package var url: String
        /// From 0 to 100; 100 is a match.
        package var score: Int
        /// One for each part that differs.
        package var mismatches: [Mismatch]
    }

    /// As it was asked.
    package var method: String
    /// The address that was asked, redacted.
    package var url: String
    /// Why there is no answer.
    package var reason: Reason
    /// The epoch the deck stands in.
    package var epoch: Int64
    /// The most alike first, at most three; none when the tape is empty or the key is on it.
    package var nearest: [Nearest] = []
    /// How many requests were compared.
    package var compared = 0
    /// Whether the tape holds more than were compared.
    package var isCapped = false
}
