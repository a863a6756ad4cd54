/// Finds secrets in a text by where they stand. One redactor knows one sort of text.
///
/// A redactor never changes the text itself: it says where the secrets are, and the `Redaction` puts placeholders there,
/// so that every byte around them stays as it travelled.
protocol Redactor: Sendable {
    /// The name a cassette's policy knows it by.
    static var name: String { get }
    /// Where the secrets stand, in order, none overlapping.
    func finds(in bytes: [UInt8]) -> [Find]
}
