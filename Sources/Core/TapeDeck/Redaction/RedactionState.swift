import ExchangeModel
import Synchronization

extension Redaction {
    /// The known secrets and their placeholders.
    struct State {
        var search = SecretSearch()
        var short = ShortSecretSearch()
        /// Secrets found since the open command began.
        var line = LineSecrets()
        var numbers: [[UInt8]: String] = [:]
        var counts: [String: Int] = [:]
        /// How many entries of the book are known.
        var readCount = 0
        /// Header fields that redaction does not change; emptied when a secret is added.
        var plain: Set<PlainField> = []
        /// Names of response headers whose values were withheld, and how many of them were taken.
        var withheld: [String] = []
        var withheldTaken = 0
        /// User names. A name that is also someone's password is redacted only by position.
        var names: Set<[UInt8]> = []
    }
}

extension Redaction.State {
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

extension Redaction {
    // MARK: Fields of headers

    /// The fields that redaction does not change now, because most fields of a session are the same in each exchange;
    /// and the number of secrets.
    func plainFields() -> (fields: Set<PlainField>, secrets: Int) {
        _ = currentSearch()
        return state.withLock { ($0.plain, $0.search.secrets.count + $0.short.secrets.count) }
    }

    /// Keeps the redacted fields, unless more secrets became known in between.
    func keep(_ fields: [PlainField], secrets: Int) {
        guard !fields.isEmpty else { return }
        state.withLock { state in
            guard state.search.secrets.count + state.short.secrets.count == secrets, state.plain.count < 512 else {
                return
            }
            state.plain.formUnion(fields)
        }
    }

    func noteWithheld(header name: String) {
        state.withLock { state in
            let isNew = !state.withheld.contains { HeaderFields.same($0, name) }
            if isNew, state.withheld.count < 256 { state.withheld.append(name) }
        }
    }

    /// The names of response headers whose values were withheld for the first time since the last call, except for names
    /// that are always secret, such as cookies.
    func takeWithheldHeaders() -> [String] {
        state.withLock { state in
            defer { state.withheldTaken = state.withheld.count }
            return Array(state.withheld[state.withheldTaken...])
        }
    }
}
