/// Something to tell about an answer that was played: it is from an earlier epoch.
package struct PlayNote: Sendable, Hashable, CustomStringConvertible {
    /// The exchange that was played.
    package var exchange: Int64
    /// As it was asked.
    package var method: String
    /// The address that was asked, redacted.
    package var url: String
    /// Where the answer was recorded.
    package var recordedEpoch: Int64
    /// Where the deck stands.
    package var epoch: Int64

    /// One sentence.
    package var description: String {
        "The answer to \(method) \(MissText.address(url)) is from before a change: exchange \(exchange), epoch "
            + "\(recordedEpoch); the tape stands in epoch \(epoch)."
    }
}
