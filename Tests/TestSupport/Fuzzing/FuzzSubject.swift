/// A kind of input that people or instances send, with what must be true of every text of it.
package protocol FuzzSubject: Sendable {
    /// What the command line calls it.
    var name: String { get }
    /// Words that mean something in it, for texts to be damaged with.
    var words: [String] { get }
    /// A text without faults.
    func text(_ random: inout SeededGenerator) -> [UInt8]
    /// Where the words of a text stand, as far as it can be read.
    func tokens(of text: [UInt8]) -> [Range<Int>]
    /// Reads any text and tries every claim about it.
    func judge(_ text: [UInt8], _ random: inout SeededGenerator) -> FuzzVerdict
}

/// What became of a text.
package enum FuzzVerdict: Sendable, Hashable {
    /// It was read, and every claim about it holds.
    case accepted
    /// It was refused with an error that says where.
    case refused
    /// A claim that does not hold.
    case broken(String)
}
