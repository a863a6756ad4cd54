import ExchangeModel

extension Redaction {
    /// The known secrets and their placeholders.
    struct State {
        var search = SecretSearch()
        var short = ShortSecretSearch()
        /// Secrets found since the open command began.
        var line = LineSecrets()
        var numbers: [[UInt8]: String] = [:]
        var counts: [String: Int] = [:]
        var readVersion = 0
        var readCount = 0
        var overheardCount = 0
        /// Header fields that redaction does not change; emptied when a secret is added.
        var plain: Set<PlainField> = []
        /// User names. A name that is also someone's password is redacted only by position.
        var names: Set<[UInt8]> = []
    }
}

extension Redaction.State {
    mutating func add(_ entries: ArraySlice<SecretBook.Entry>) {
        for entry in entries {
            let text = Array(entry.text.utf8)
            if learn(text, label: entry.label) {
                _ = placeholder(for: text, label: entry.label)
            }
        }
    }

    /// Adds a secret to the searches; false if it is known or not searched for.
    mutating func learn(_ secret: [UInt8], label: String) -> Bool {
        guard search.add(secret, label: label) || short.add(secret) else { return false }
        plain = []
        return true
    }

    mutating func placeholder(for secret: [UInt8], label: String) -> String {
        if let known = numbers[secret] { return known }
        let word = Placeholder.text(label)
        counts[word, default: 0] += 1
        let placeholder = word + "-\(counts[word, default: 0])"
        numbers[secret] = placeholder
        return placeholder
    }
}
