package import ExchangeModel

/// What a program gets, and what is known of it.
package struct ProgramReply: Sendable {
    /// What is sent.
    package var response: HTTPResponse
    /// The exchange that was played; nil when none was.
    package var exchange: Int64?
    /// Why there was none; nil when one was played, or when nothing was looked for.
    package var miss: TapeError?
    /// The number of changes after which every client gets this answer to the same request; nil where that is not so.
    package var standsIn: Int?
    /// How long the instance took, in microseconds; 0 where that is not known.
    package var took: Int64 { response.facts.timings.total }
}
