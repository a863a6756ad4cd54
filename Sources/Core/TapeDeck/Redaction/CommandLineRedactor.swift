import Notation

/// Secrets typed into a command line: `user_password=…`, `--token …`, `-H "X-Key: …"`, `| curl -u admin:…`. A flag's
/// value is read by the redactors of the part of the request that it becomes.
struct CommandLineRedactor: Redactor {
    var known = DocumentSecrets()
    /// Whether the line is the value of `--from command:`.
    var isNested = false

    func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        let document = GraphQLTextRedactor.scan(bytes)
        var uses = document?.variables ?? [:]
        uses.merge(known.variables) { first, _ in first }
        let strings = (document?.strings ?? []).sorted { $0.lowerBound < $1.lowerBound }
        let pipe = isNested ? nil : Self.startsWithProgram(bytes) ? 0 : Self.pipe(in: bytes)
        let brace = bytes.firstIndex(of: UInt8(ascii: "{")) ?? bytes.count
        var reading: Reading?, isSet: Bool?, program: [String] = []
        var record = NamedRecord(), named: String?, isAfterSet = false
        for word in words(of: bytes) {
            if isSet == nil { isSet = bytes[word.range].elementsEqual("set".utf8) }
            if let find = finds.last, find.range.upperBound > word.range.lowerBound { continue }
            let isPiped = pipe.map { word.range.lowerBound >= $0 } ?? isNested
            // Separators of programs; the next word is a program's name.
            if isPiped, "|&;".utf8.contains(bytes[word.range].first ?? 0) { program = [] }
            if isPiped, program.isEmpty {
                // An environment variable before the name is read like any word: `PGPASSWORD=… psql`.
                if !bytes[word.range].contains(UInt8(ascii: "=")) {
                    let name = Self.program(bytes[word.range])
                    program = name.isEmpty || Self.wrappers.contains(name) ? [] : [name]
                    continue
                }
            } else if isPiped, reading == nil, program.count < 4, bytes[word.range].allSatisfy(ASCII.isLowercaseLetter)
            {
                // `docker login`, `kubectl create secret`.
                program.append(String(decoding: bytes[word.range], as: UTF8.self))
            }
            // `aws configure set aws_secret_access_key …`, `Authorization: Bearer …`
            if let label = named {
                let isScheme = label == "authorization" && AuthorizationRedactor.isScheme(bytes[word.range])
                if !isScheme { named = nil }
                if !isScheme, !CredentialForm.isReference(bytes[word.range]) {
                    finds.append(Find(range: word.range, label: label))
                }
                continue
            }
            // `pw: name { value }` is a field of a document that is typed without quotes.
            if document == nil, isPiped || word.range.lowerBound < brace {
                named = nameOfNext(word, isPiped && isAfterSet, in: bytes)
            }
            isAfterSet = bytes[word.range].elementsEqual("set".utf8)
            if named != nil {
                reading = nil
                continue
            }
            let given = reading
            reading = nil
            // Strings in a GraphQL document are read with the document.
            let next = strings.partitioningIndex { $0.upperBound > word.range.lowerBound }
            let isInDocument = next < strings.count && strings[next].lowerBound < word.range.upperBound
            if let (value, flag) = given.map({ (word.range, $0) }) ?? joined(word, isPiped, program, in: bytes),
                !isInDocument || flag == .body || flag == .object
            {
                finds += read(value, as: flag, uses, in: bytes)
                continue
            }
            if isInDocument { continue }
            reading = Self.reading(of: bytes[word.range], isPiped, program)
            if reading != nil { continue }
            if !isNested, let line = self.program(in: word, of: bytes) {
                finds += Self.nested(line, in: bytes, by: Self.secrets(ofProgram:))
            } else if isAddress(bytes[word.range]) {
                finds += AddressRedactor().finds(in: Array(bytes[word.range])).map {
                    $0.moved(by: word.range.lowerBound)
                }
            } else if let find = assignment(in: word, of: bytes) {
                finds.append(find)
            } else if let label = flagLabel(of: bytes[word.range]), word.next < bytes.count {
                for next in words(of: bytes, from: word.next).prefix(1) {
                    finds.append(Find(range: next.range, label: label))
                }
            } else if isSet == true, let sign = bytes[word.range].firstIndex(of: UInt8(ascii: "=")) {
                // A variable may contain a query or URL that a later line uses.
                let value = unquoted(sign + 1..<word.range.upperBound, in: bytes)
                finds += conditions(in: value, of: bytes) + EmbeddedText.finds(in: bytes[value], nil, depth: 1)
            } else if bytes[word.range].contains(UInt8(ascii: "^")) {
                finds += conditions(in: word.range, of: bytes)
            } else if let find = field(word, of: &record, in: bytes) {
                finds += find
            } else if isPiped {
                finds += Self.credentials(in: word.range, of: bytes)
            }
        }
        return Find.merged(finds + record.takePending())
    }

    // MARK: Flags

    private func read(
        _ range: Range<Int>, as reading: Reading, _ uses: [String: GraphQLSecretScan.Use], in bytes: [UInt8]
    ) -> [Find] {
        switch reading {
        case .query: return conditions(in: range, of: bytes)
        case .body: return Self.nested(range, in: bytes, by: Self.secrets(ofBody:))
        case .variable: return secrets(ofVariable: range, in: bytes, uses)
        case .object: return secrets(ofObject: range, in: bytes, uses)
        case .parameter: return Self.nested(range, in: bytes, by: Self.secrets(ofParameter:))
        case .header: return Self.nested(range, in: bytes, by: Self.secrets(ofHeader:))
        case .cookies: return Self.nested(range, in: bytes, by: CookieRedactor().finds)
        case .secret:
            // openssl's sources of a pass phrase; only `pass:` contains it.
            let places = ["env:", "file:", "fd:", "stdin"]
            if places.contains(where: { bytes[range].starts(with: $0.utf8) }) { return [] }
            let start = bytes[range].starts(with: "pass:".utf8) ? range.lowerBound + 5 : range.lowerBound
            return start < range.upperBound ? [Find(range: start..<range.upperBound, label: "password")] : []
        case .user:
            guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) else {
                // A token without a name.
                let isToken = CredentialForm.looksGenerated(bytes[range])
                return isToken ? [Find(range: range, label: "token")] : []
            }
            return colon + 1 < range.upperBound ? [Find(range: colon + 1..<range.upperBound, label: "password")] : []
        case .literal:
            guard let sign = bytes[range].firstIndex(of: UInt8(ascii: "=")), sign + 1 < range.upperBound else {
                return []
            }
            return [Find(range: sign + 1..<range.upperBound, label: "secret")]
        }
    }

    /// `name=value` of a URL's query, not encoded yet.
    private static func secrets(ofParameter field: [UInt8]) -> [Find] {
        guard let sign = field.firstIndex(of: UInt8(ascii: "=")), sign + 1 < field.count else { return [] }
        let name = String(decoding: field[..<sign], as: UTF8.self)
        if let label = SecretNames.label(of: name) { return [Find(range: sign + 1..<field.count, label: label)] }
        if name == "sysparm_query" {
            return EncodedQueryRedactor().finds(in: Array(field[(sign + 1)...])).map { $0.moved(by: sign + 1) }
        }
        return EmbeddedText.finds(in: field[(sign + 1)...], nil, depth: 1)
    }

    /// `Name: value` of a header field: the values redacted on the tape are redacted here.
    private static func secrets(ofHeader field: [UInt8]) -> [Find] {
        guard let sign = field.firstIndex(of: UInt8(ascii: ":")) else { return [] }
        let name = String(decoding: field[..<sign], as: UTF8.self)
        let start = field[(sign + 1)...].firstIndex { !ASCII.isSpace($0) } ?? field.count
        guard start < field.count else { return [] }
        let treatment = HeaderPolicy.ofRequest(name)
        if treatment == .withhold { return [Find(range: start..<field.count, label: "header")] }
        let value = Array(field[start...])
        return Find.merged(TapePlace.header(treatment).redactors.flatMap { $0.finds(in: value) }).map {
            $0.moved(by: start)
        }
    }

    /// A field of a record: the secrets in its value, and whether `name=… value=…` makes it a secret. Nil for any other
    /// word.
    private func field(_ word: Word, of record: inout NamedRecord, in bytes: [UInt8]) -> [Find]? {
        guard let sign = bytes[word.range].firstIndex(of: UInt8(ascii: "=")), sign > word.range.lowerBound,
            bytes[word.range.lowerBound..<sign].allSatisfy(ASCII.isName)
        else { return nil }
        let value = unquoted(sign + 1..<word.range.upperBound, in: bytes)
        let role = PairRole(bytes[word.range.lowerBound..<sign])
        if let secret = record.take(role, Find(range: value, label: ""), in: bytes) { return [secret] }
        return EmbeddedText.finds(in: bytes[value], nil, depth: 1)
    }

    /// The command line after `--from command:`, as its own word or part of one. The source is not secret, but text in
    /// the line may be.
    private func program(in word: Word, of bytes: [UInt8]) -> Range<Int>? {
        for flag in ["", "--from=", "--client-from="] {
            if let line = value(of: flag + "command:", in: word, of: bytes) { return line }
            if let quoted = value(of: flag, in: word, of: bytes),
                bytes[quoted].starts(with: "command:".utf8)
            {
                return quoted.lowerBound + "command:".utf8.count..<quoted.upperBound
            }
        }
        return nil
    }

    /// The arguments of `echo` and `printf` are their output.
    private static func secrets(ofProgram line: [UInt8]) -> [Find] {
        for name in ["echo ", "printf "] where line.starts(with: name.utf8) {
            return [Find(range: name.utf8.count..<line.count, label: "secret")]
        }
        return CommandLineRedactor(isNested: true).finds(in: line)
    }

    /// A body in any syntax; if it begins like none, it may be a form.
    private static func secrets(ofBody body: [UInt8]) -> [Find] {
        let sort = BodyKind(of: body, type: nil)
        let form = sort == .text ? FormRedactor().finds(in: body) : []
        let place = TapePlace.body(body, type: nil, isGraphQL: GraphQLTextRedactor.begins(body))
        return Find.merged(form + place.redactors.flatMap { $0.finds(in: body) })
    }

    /// `--var name=value`: the value is a secret if its name is a secret's, or the document passes it to an argument
    /// with a secret's name; else it may be an encoded query.
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

    /// `--vars {"name": "value"}`. An unquoted object extends to its closing bracket.
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

    /// Finds in a word that may contain escapes, as between double quotes.
    private static func nested(_ range: Range<Int>, in bytes: [UInt8], by redactor: ([UInt8]) -> [Find]) -> [Find] {
        let isEscaped = range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: "\"")
        if isEscaped, bytes[range].contains(UInt8(ascii: "\\")) {
            return NestedText(bytes[range], .json).finds(by: redactor)
        }
        return redactor(Array(bytes[range])).map { $0.moved(by: range.lowerBound) }
    }

    /// The value after a flag in the same word; nil if there is none or it is another flag.
    private func value(of flag: String, in word: Word, of bytes: [UInt8]) -> Range<Int>? {
        guard word.range.count > flag.utf8.count, bytes[word.range].starts(with: flag.utf8) else { return nil }
        return unquoted(word.range.lowerBound + flag.utf8.count..<word.range.upperBound, in: bytes)
    }

    /// The values of secret columns in an encoded query.
    private func conditions(in range: Range<Int>, of bytes: [UInt8]) -> [Find] {
        EncodedQueryRedactor().finds(in: Array(bytes[range])).map { $0.moved(by: range.lowerBound) }
    }

    /// A word: text between unquoted white space, without quotation marks around the whole.
    struct Word {
        var range: Range<Int>
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

    func unquoted(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        guard range.count >= 2, let first = bytes[range].first, first == bytes[range].last,
            first == UInt8(ascii: "'") || first == UInt8(ascii: "\"")
        else { return range }
        return range.lowerBound + 1..<range.upperBound - 1
    }
}
