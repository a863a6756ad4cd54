/// Compares one part of two requests.
///
/// It gives the part's lines in a request key, and says where two requests differ. Both must agree: two requests have no
/// mismatch if and only if they have the same lines.
protocol Matcher: Sendable {
    /// The name a cassette's policy lists it under.
    static var name: String { get }
    /// How much the part counts in likeness. All matchers together weigh 100.
    static var weight: Int { get }
    /// Adds the part's lines to a key.
    func write(_ parts: RequestParts, to lines: inout KeyLines)
    /// What differs; nil means match.
    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch?
}

extension Matcher {
    var name: String { Self.name }
}
