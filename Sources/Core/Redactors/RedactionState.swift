import ExchangeModel
import Notation
import Synchronization

extension Redaction {
    /// The known secrets and their placeholders.
    struct State {
        var search = SecretSearch()
        /// Secrets found since the open command began.
        package var line = LineSecrets()
        var numbers: [[UInt8]: String] = [:]
        var counts: [String: Int] = [:]
        /// How many entries of the book are known.
        var readCount = 0
        /// Header fields that redaction does not change; emptied when a secret is added.
        package var plain: Set<PlainField> = []
        /// Names of response headers whose values were withheld, and how many of them were taken.
        var withheld: [String] = []
        var withheldTaken = 0
        /// User names. A name that is also someone's password is redacted only by position.
        var names: Set<[UInt8]> = []

        /// Adds a secret to the searches; false if it is known or not searched for.
        mutating func learn(_ secret: [UInt8], label: String) -> Bool {
            guard search.add(secret, label: label) else { return false }
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

    // MARK: Fields of headers

    /// The fields that redaction does not change now, because most fields of a session are the same in each exchange;
    /// and the number of secrets.
    func plainFields() -> (fields: Set<PlainField>, secrets: Int) {
        _ = currentSearch()
        return state.withLock { ($0.plain, $0.search.secrets.count) }
    }

    /// Keeps the redacted fields, unless more secrets became known in between.
    func keep(_ fields: [PlainField], secrets: Int) {
        guard !fields.isEmpty else { return }
        state.withLock { state in
            guard state.search.secrets.count == secrets, state.plain.count < 512 else { return }
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
    package func takeWithheldHeaders() -> [String] {
        state.withLock { state in
            defer { state.withheldTaken = state.withheld.count }
            return Array(state.withheld[state.withheldTaken...])
        }
    }
}

/// Secrets revealed by the requests and responses of one command: they are hidden in its line, whatever their length.
struct LineSecrets: Sendable {
    private var placeholders: [[UInt8]: String] = [:]

    /// Adds a secret. A flag, a small number or a word for a secret is not hidden: `-n 1` and `--sign-in
    /// oauth-password` must be kept.
    package mutating func add(_ secret: [UInt8], _ placeholder: String) {
        if placeholders[secret] == placeholder { return }
        let isNumber = secret.count < 4 && secret.allSatisfy(ASCII.isDigit)
        guard !secret.isEmpty, !isNumber,
            !["true", "false", "null"].contains(where: { secret.elementsEqual($0.utf8) }),
            Placeholder.ranges(in: secret).isEmpty, !SecretNames.isListed(secret)
        else { return }
        placeholders[secret] = placeholder
    }

    /// The line without the secrets. The command's name and the names of flags and fields are kept.
    func hidden(in line: [UInt8]) -> [UInt8] {
        guard !placeholders.isEmpty else { return line }
        let secrets = placeholders.sorted { $0.key.count > $1.key.count }
        let start = line.firstIndex(of: UInt8(ascii: " ")) ?? line.count
        var edits: [Edit] = []
        for (secret, placeholder) in secrets {
            for spelling in Set([secret, Array(PercentCoding.encode(String(decoding: secret, as: UTF8.self)).utf8)]) {
                var from = start
                while let place = line.firstPlace(of: spelling, from: from) {
                    let range = place..<place + spelling.count
                    from = range.upperBound
                    guard Self.isWhole(range, in: line), !Self.isName(range, in: line),
                        !Placeholder.ranges(in: line).contains(where: { $0.overlaps(range) }),
                        !edits.contains(where: { $0.range.overlaps(range) })
                    else { continue }
                    edits.append(Edit(range: range, replacement: Array(placeholder.utf8), label: "value"))
                }
            }
        }
        return Edit.apply(Edit.merged(edits), to: line)
    }

    private static func isWhole(_ range: Range<Int>, in line: [UInt8]) -> Bool {
        // For a very short secret a hyphen belongs to the word: `X` is not in `X-Foo`.
        let isShort = range.count < 5
        func isWord(_ place: Int) -> Bool {
            guard line.indices.contains(place) else { return false }
            return ASCII.isLetter(line[place]) || ASCII.isDigit(line[place]) || line[place] == UInt8(ascii: "_")
                || isShort && line[place] == UInt8(ascii: "-")
        }
        let joinsBefore = isWord(range.lowerBound - 1) && isWord(range.lowerBound)
        // `-pX` is a flag with its value.
        let isFlag =
            range.lowerBound >= 2 && line[range.lowerBound - 2] == UInt8(ascii: "-")
            && (range.lowerBound == 2 || line[range.lowerBound - 3] <= 32)
        return (!joinsBefore || isFlag) && !(isWord(range.upperBound) && isWord(range.upperBound - 1))
    }

    /// Whether the range is the name of a field or flag: `secret=…`, `--secret`.
    private static func isName(_ range: Range<Int>, in line: [UInt8]) -> Bool {
        if range.upperBound < line.count, line[range.upperBound] == UInt8(ascii: "=") { return true }
        return range.lowerBound > 0 && line[range.lowerBound - 1] == UInt8(ascii: "-")
            && (range.lowerBound < 2 || line[range.lowerBound - 2] <= 32
                || line[range.lowerBound - 2] == UInt8(ascii: "-"))
    }
}
