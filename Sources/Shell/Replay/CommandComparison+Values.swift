import Notation
import TapeDeck

extension CommandComparison {
    /// Whether both ended alike and gave the same values, however they are laid out: JSON with the same content, else the
    /// same words in the same order. Lines that are only drawn do not count.
    var hasSameValues: Bool {
        recorded.exitStatus == played.exitStatus
            && Self.values(of: recorded.standardOutput) == Self.values(of: played.standardOutput)
    }

    private static func values(of output: [UInt8]) -> [String] {
        if let document = try? JSONDocument(output) { return [JSON(document.root).compact] }
        return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .filter { !$0.unicodeScalars.allSatisfy(isDrawn) }.map(String.init)
    }

    /// Hyphens, bars and the box drawing characters.
    private static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar == "|" || scalar == "+" || (0x2500...0x257F).contains(scalar.value)
    }
}
