import Notation

/// Secrets that were typed into a command line: `user_password=…`, `--token …`, `"Authorization: Bearer …"`.
///
/// Quotation marks are respected, so that a value with spaces goes as a whole. What `--body` is given may be a form, and a
/// word an address. JSON in a line, and who is named in an address, are the business of redactors that read it too.
struct CommandLineRedactor: Redactor {
    static let name = "command-line"

    /// What is known of a document that the line only names.
    var known = DocumentSecrets()
    /// Whether the line is what another one gives to `--from command:`.
    var isNested = false

    func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        var isAfterQueryFlag = false, isAfterBodyFlag = false, isAfterVariableFlag = false, isSet: Bool?
        var isAfterObjectFlag = false
        let document = GraphQLTextRedactor.scan(bytes)
        var uses = document?.variables ?? [:]
        uses.merge(known.variables) { first, _ in first }
        let strings = (document?.strings ?? []).sorted { $0.lowerBound < $1.lowerBound }
        for word in words(of: bytes) {
            if isSet == nil { isSet = bytes[word.range].elementsEqual("set".utf8) }
            if let find = finds.last, find.range.upperBound > word.range.lowerBound { continue }
            let object = isAfterObjectFlag ? word.range : value(of: "--vars=", in: word, of: bytes)
            isAfterObjectFlag = object == nil && bytes[word.range].elementsEqual("--vars".utf8)
            if let object {
                finds += secrets(ofObject: object, in: bytes, uses)
                continue
            }
            if !isNested, let line = program(in: word, of: bytes) {
                finds += Self.nested(line, in: bytes, by: Self.secrets(ofProgram:))
                continue
            }
            // What an argument of a GraphQL document is given is read with the document.
            let next = strings.firstPlace { $0.upperBound > word.range.lowerBound }
            let isInDocument = next < strings.count && strings[next].lowerBound < word.range.upperBound
            if isInDocument, !isAfterBodyFlag, value(of: "--body=", in: word, of: bytes) == nil { continue }
            let query = isAfterQueryFlag ? word.range : query(in: word, of: bytes)
            let body = isAfterBodyFlag ? word.range : value(of: "--body=", in: word, of: bytes)
            let variable = isAfterVariableFlag ? word.range : value(of: "--var=", in: word, of: bytes)
            isAfterVariableFlag = variable == nil && bytes[word.range].elementsEqual("--var".utf8)
            isAfterQueryFlag = query == nil && Self.isQueryFlag(bytes[word.range])
            isAfterBodyFlag = body == nil && bytes[word.range].elementsEqual("--body".utf8)
            if let query {
                finds += conditions(in: query, of: bytes)
            } else if let body {
                finds += Self.nested(body, in: bytes, by: Self.secrets(ofBody:))
            } else if let variable {
                finds += secrets(ofVariable: variable, in: bytes, uses)
            } else if isAddress(bytes[word.range]) {
                finds += AddressRedactor().finds(in: Array(bytes[word.range])).map {
                    Self.moved($0, by: word.range.lowerBound)
                }
            } else if let find = assignment(in: word, of: bytes) {
                finds.append(find)
            } else if let label = flagLabel(of: bytes[word.range]), word.next < bytes.count {
                for next in words(of: bytes, from: word.next).prefix(1) {
                    finds.append(Find(range: next.range, label: label))
                }
            } else if isSet == true, let sign = bytes[word.range].firstIndex(of: UInt8(ascii: "=")) {
                // A variable may hold a query, which a later line names.
                finds += conditions(in: unquoted(sign + 1..<word.range.upperBound, in: bytes), of: bytes)
            } else if bytes[word.range].contains(UInt8(ascii: "^")) {
                finds += conditions(in: word.range, of: bytes)
            }
        }
        return finds
    }

    /// `-q` and `--query`: the next word is an encoded query as a whole, in which each column has its own value.
    private static func isQueryFlag(_ word: ArraySlice<UInt8>) -> Bool {
        word.elementsEqual("-q".utf8) || word.elementsEqual("--query".utf8)
    }

    /// The line of a program that gives a secret: `command:LINE`, behind `--from` or in one word with it. Where a secret
    /// comes from is none, but what a person wrote into the line may be.
    private func program(in word: Word, of bytes: [UInt8]) -> Range<Int>? {
        for start in ["command:", "--from=command:", "--client-from=command:"] {
            if let line = value(of: start, in: word, of: bytes) { return line }
            if let quoted = value(of: start.replacing("command:", with: ""), in: word, of: bytes),
                bytes[quoted].starts(with: "command:".utf8)
            {
                return quoted.lowerBound + "command:".utf8.count..<quoted.upperBound
            }
        }
        return nil
    }

    /// What `echo` and `printf` are given is what they give.
    private static func secrets(ofProgram line: [UInt8]) -> [Find] {
        for name in ["echo ", "printf "] where line.starts(with: name.utf8) {
            return [Find(range: name.utf8.count..<line.count, label: "secret")]
        }
        return CommandLineRedactor(isNested: true).finds(in: line)
    }

    /// A body that begins as JSON is no form; it may be a GraphQL request.
    private static func secrets(ofBody body: [UInt8]) -> [Find] {
        let isForm = body.first != UInt8(ascii: "{") && body.first != UInt8(ascii: "[")
        return isForm ? FormRedactor().finds(in: body) : GraphQLBodyRedactor().finds(in: body)
    }

    /// `--var name=value`: the value is a secret when its name is a secret's, or the document gives it to an argument whose
    /// name is; else it may be an encoded query.
    private func secrets(
        ofVariable range: Range<Int>, in bytes: [UInt8], _ uses: [String: GraphQLSecretScan.Use]
    ) -> [Find] {
        guard let sign = bytes[range].firstIndex(of: UInt8(ascii: "=")) else { return [] }
        let name = bytes[range.lowerBound..<sign]
        let value = unquoted(sign + 1..<range.upperBound, in: bytes)
        var label = SecretNames.label(of: name) ?? (known.hidesVariables ? "variable" : nil)
        if case .secret(let used)? = uses[String(decoding: name, as: UTF8.self)] { label = label ?? used }
        guard let label else { return conditions(in: value, of: bytes) }
        return value.isEmpty ? [] : [Find(range: value, label: label)]
    }

    /// `--vars {"name": "value"}`. An object without quotation marks goes on to the bracket that ends it.
    private func secrets(
        ofObject range: Range<Int>, in bytes: [UInt8], _ uses: [String: GraphQLSecretScan.Use]
    ) -> [Find] {
        var range = range
        if bytes[range].first == UInt8(ascii: "{"), range.lowerBound == 0 || ASCII.isSpace(bytes[range.lowerBound - 1])
        {
            range = range.lowerBound..<max(range.upperBound, GraphQLTokens.endOfBrackets(bytes[range.lowerBound...]))
        }
        if known.hidesVariables {
            let isFile = bytes[range].first == UInt8(ascii: "@")
            return isFile || range.isEmpty ? [] : [Find(range: range, label: "variable")]
        }
        return Self.nested(range, in: bytes, by: GraphQLVariablesRedactor(uses: uses).finds)
    }

    /// What is found in a word that may be written with escapes, as between double quotes.
    private static func nested(_ range: Range<Int>, in bytes: [UInt8], by redactor: ([UInt8]) -> [Find]) -> [Find] {
        let isEscaped = range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: "\"")
        if isEscaped, bytes[range].contains(UInt8(ascii: "\\")) {
            return NestedText(bytes[range], .json).finds(by: redactor)
        }
        return redactor(Array(bytes[range])).map { moved($0, by: range.lowerBound) }
    }

    /// The encoded query in `--query=…` and `-q…`.
    private func query(in word: Word, of bytes: [UInt8]) -> Range<Int>? {
        value(of: "--query=", in: word, of: bytes) ?? value(of: "-q", in: word, of: bytes)
    }

    /// What stands behind a flag in its own word; nil when it is another flag, or nothing does.
    private func value(of flag: String, in word: Word, of bytes: [UInt8]) -> Range<Int>? {
        guard word.range.count > flag.utf8.count, bytes[word.range].starts(with: flag.utf8) else { return nil }
        return unquoted(word.range.lowerBound + flag.utf8.count..<word.range.upperBound, in: bytes)
    }

    private static func moved(_ find: Find, by places: Int) -> Find {
        var find = find
        find.range = find.range.lowerBound + places..<find.range.upperBound + places
        return find
    }

    /// The values of secret columns in an encoded query.
    private func conditions(in range: Range<Int>, of bytes: [UInt8]) -> [Find] {
        EncodedQueryRedactor().finds(in: Array(bytes[range])).map { Self.moved($0, by: range.lowerBound) }
    }

    /// A word: what stands between unquoted white space, without quotation marks around the whole of it.
    private struct Word {
        var range: Range<Int>
        /// Where the next word is to be looked for.
        var next: Int
    }

    private func words(of bytes: [UInt8], from start: Int = 0) -> some Sequence<Word> {
        sequence(state: start) { place -> Word? in
            while place < bytes.count, ASCII.isSpace(bytes[place]) { place += 1 }
            guard place < bytes.count else { return nil }
            let start = place
            var quote: UInt8?
            while place < bytes.count {
                let byte = bytes[place]
                if quote == nil, ASCII.isSpace(byte) { break }
                if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
                    place += 1
                } else if byte == quote {
                    quote = nil
                } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                    quote = byte
                }
                place += 1
            }
            place = Swift.min(place, bytes.count)
            return Word(range: unquoted(start..<place, in: bytes), next: place)
        }
    }

    private func unquoted(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        guard range.count >= 2, let first = bytes[range].first, first == bytes[range].last,
            first == UInt8(ascii: "'") || first == UInt8(ascii: "\"")
        else { return range }
        return range.lowerBound + 1..<range.upperBound - 1
    }

    /// A path or a whole address with fields behind it.
    private func isAddress(_ word: ArraySlice<UInt8>) -> Bool {
        guard let mark = word.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            return false
        }
        return word.first == UInt8(ascii: "/") || Array(word[..<mark]).firstRange(of: Array("://".utf8)) != nil
    }

    /// `name=value`, or `Name: value` of a header; the value runs to the word's end.
    private func assignment(in word: Word, of bytes: [UInt8]) -> Find? {
        let range = word.range
        guard let sign = bytes[range].firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else {
            return nil
        }
        var name = bytes[range.lowerBound..<sign]
        while name.first == UInt8(ascii: "-") { name.removeFirst() }
        guard name.allSatisfy(ASCII.isName), let label = SecretNames.label(of: name) else { return nil }
        if label == "authorization" {
            let find = AuthorizationRedactor().finds(in: Array(bytes[(sign + 1)..<range.upperBound])).first
            return find.map {
                Find(range: $0.range.lowerBound + sign + 1..<$0.range.upperBound + sign + 1, label: label)
            }
        }
        var start = sign + 1
        while start < range.upperBound, ASCII.isSpace(bytes[start]) { start += 1 }
        let value = unquoted(start..<range.upperBound, in: bytes)
        return value.isEmpty ? nil : Find(range: value, label: label)
    }

    /// `--password secret`.
    private func flagLabel(of word: ArraySlice<UInt8>) -> String? {
        guard word.starts(with: "--".utf8), !word.contains(UInt8(ascii: "=")) else { return nil }
        return SecretNames.label(of: word.dropFirst(2))
    }
}
