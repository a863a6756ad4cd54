import ExchangeModel

/// What finds a request again on a tape: one text for all spellings of the same request, and its digest.
///
/// The text is made of lines, one for each part that a matcher of the cassette contributes, so that a person can read it.
/// It is computed from the redacted request: two requests that differ in nothing but a secret have the same key.
struct RequestKey: Sendable, Hashable {
    /// Of the rules by which texts are made. The requests of a tape with another version get new keys in memory. Version 1
    /// compared GraphQL by its tokens, version 2 an offset of 0 with none.
    static let version = 3

    let text: String
    /// The digest that tapes are indexed by. The text decides.
    let hash: Int64

    /// The key of a redacted request.
    init(of parts: RequestParts, by matchers: [any Matcher] = Matchers.standard) {
        var lines = KeyLines()
        for matcher in matchers { matcher.write(parts, to: &lines) }
        text = lines.text
        hash = StableHash.of(text)
    }
}
