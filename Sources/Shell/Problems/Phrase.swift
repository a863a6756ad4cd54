/// Parts of sentences that many messages need.
enum Phrase {
    /// `1 record`, `2 records`: for nouns that take an s.
    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// The same for nouns whose plural is another word.
    static func counted(_ count: Int, _ noun: String, _ plural: String) -> String {
        "\(count) \(count == 1 ? noun : plural)"
    }

    /// `a`, `a or b`, `a, b or c`.
    static func listed(_ names: [String], joinedBy joint: String) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " \(joint) " + last
    }
}
