/// Parts of a query put together.
enum EncodedText {
    /// Nil as soon as one part cannot be written.
    static func joined(_ parts: [any QueryProviding], by separator: String) -> String? {
        var texts: [String] = []
        for part in parts {
            guard let text = part.query else { return nil }
            if !text.isEmpty { texts.append(text) }
        }
        return texts.joined(separator: separator)
    }
}
