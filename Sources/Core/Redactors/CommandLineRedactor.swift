import Notation
import Synchronization

/// Secrets typed into a command line: `user_password=…`, `--token …`, `-H "X-Key: …"`, `| curl -u admin:…`. A flag's
/// value is read by the redactors of the part of the request that it becomes.
package struct CommandLineRedactor: Redactor {
    var known = DocumentSecrets()
    /// Whether the line is the value of `--from command:`.
    var isNested = false

    package func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        let document = GraphQLTextRedactor.scan(bytes)
        var known = document?.known ?? DocumentSecrets()
        known.merge(self.known)
        let strings = (document?.strings ?? []).sorted { $0.lowerBound < $1.lowerBound }
        let words = Array(Self.words(of: bytes))
        let isProgram = words.first.map { Self.isProgram(bytes[$0.range]) } ?? false
        let pipe = isNested ? nil : isProgram ? 0 : words.lazy.compactMap(\.pipe).first
        let brace = bytes.firstIndex(of: UInt8(ascii: "{")) ?? bytes.count
        var reading: Reading?, isSet: Bool?, program: [String] = []
        var record = NamedRecord(), named: String?, isAfterSet = false
        for (number, word) in words.enumerated() {
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
                finds += read(value, as: flag, known, in: bytes)
                continue
            }
            if isInDocument { continue }
            reading = Self.reading(of: bytes[word.range], isPiped, program)
            if reading != nil { continue }
            if !isNested, let line = self.program(in: word, of: bytes) {
                finds += Self.nested(line, in: bytes, by: Self.secrets(ofProgram:))
            } else if isAddress(bytes[word.range]) {
                finds += AddressRedactor().finds(in: bytes[word.range])
            } else if let find = assignment(in: word, of: bytes) {
                finds.append(find)
            } else if let label = flagLabel(of: bytes[word.range]), number + 1 < words.count {
                finds.append(Find(range: words[number + 1].range, label: label))
            } else if isSet == true, let sign = bytes[word.range].firstIndex(of: UInt8(ascii: "=")) {
                // A variable may contain a query or URL that a later line uses.
                let value = Self.unquoted(sign + 1..<word.range.upperBound, in: bytes)
                finds +=
                    EncodedQueryRedactor().finds(in: bytes[value]) + EmbeddedText.finds(in: bytes[value], nil, depth: 1)
            } else if bytes[word.range].contains(UInt8(ascii: "^")) {
                finds += EncodedQueryRedactor().finds(in: bytes[word.range])
            } else if let find = field(word, of: &record, in: bytes) {
                finds += find
            } else if isPiped {
                finds += Self.credentials(in: word.range, of: bytes)
            }
        }
        return Find.merged(finds + record.takePending())
    }

    // MARK: Flags

    private func read(_ range: Range<Int>, as reading: Reading, _ known: DocumentSecrets, in bytes: [UInt8]) -> [Find] {
        func rest(_ start: Int, _ label: String) -> [Find] {
            start < range.upperBound ? [Find(range: start..<range.upperBound, label: label)] : []
        }
        switch reading {
        case .query: return EncodedQueryRedactor().finds(in: bytes[range])
        case .body: return Self.nested(range, in: bytes, by: Self.secrets(ofBody:))
        case .variable: return secrets(ofVariable: range, in: bytes, known)
        case .object: return secrets(ofObject: range, in: bytes, known)
        case .parameter: return Self.nested(range, in: bytes, by: Self.secrets(ofParameter:))
        case .header: return Self.nested(range, in: bytes, by: Self.secrets(ofHeader:))
        case .cookies: return Self.nested(range, in: bytes, by: CookieRedactor().finds)
        case .secret:
            // openssl's sources of a pass phrase; only `pass:` contains it.
            let places = ["env:", "file:", "fd:", "stdin"]
            if places.contains(where: { bytes[range].starts(with: $0.utf8) }) { return [] }
            return rest(bytes[range].starts(with: "pass:".utf8) ? range.lowerBound + 5 : range.lowerBound, "password")
        case .user:
            guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) else {
                // A token without a name.
                let isToken = CredentialForm.looksGenerated(bytes[range])
                return isToken ? [Find(range: range, label: "token")] : []
            }
            return rest(colon + 1, "password")
        case .literal: return bytes[range].firstIndex(of: UInt8(ascii: "=")).map { rest($0 + 1, "secret") } ?? []
        }
    }

    /// `name=value` of a URL's query, not encoded yet.
    private static func secrets(ofParameter field: [UInt8]) -> [Find] {
        guard let sign = field.firstIndex(of: UInt8(ascii: "=")), sign + 1 < field.count else { return [] }
        let name = String(decoding: field[..<sign], as: UTF8.self)
        if let label = SecretNames.label(of: name) { return [Find(range: sign + 1..<field.count, label: label)] }
        if name == "sysparm_query" { return EncodedQueryRedactor().finds(in: field[(sign + 1)...]) }
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
        return Find.merged(TapePlace.header(treatment).redactors.flatMap { $0.finds(in: field[start...]) })
    }

    /// A field of a record: the secrets in its value, and whether `name=… value=…` makes it a secret. Nil for any other
    /// word.
    private func field(_ word: Word, of record: inout NamedRecord, in bytes: [UInt8]) -> [Find]? {
        guard let sign = bytes[word.range].firstIndex(of: UInt8(ascii: "=")), sign > word.range.lowerBound,
            bytes[word.range.lowerBound..<sign].allSatisfy(ASCII.isName)
        else { return nil }
        let value = Self.unquoted(sign + 1..<word.range.upperBound, in: bytes)
        let role = PairRole(bytes[word.range.lowerBound..<sign])
        if let secret = record.take(role, Find(range: value, label: ""), in: bytes) { return [secret] }
        return EmbeddedText.finds(in: bytes[value], nil, depth: 1)
    }

    /// The command line after `--from command:`, as its own word or part of one. The source is not secret, but text in
    /// the line may be.
    private func program(in word: Word, of bytes: [UInt8]) -> Range<Int>? {
        for flag in ["", "--from=", "--client-from="] {
            if let line = value(of: flag + "command:", in: word, of: bytes) { return line }
            if let quoted = value(of: flag, in: word, of: bytes), bytes[quoted].starts(with: "command:".utf8) {
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
        return Find.merged(form + place.finds(in: body))
    }

    /// `--var name=value`: the value is a secret if its name is a secret's, or the document passes it to an argument
    /// with a secret's name; else it may be an encoded query.
    private func secrets(ofVariable range: Range<Int>, in bytes: [UInt8], _ known: DocumentSecrets) -> [Find] {
        guard let sign = bytes[range].firstIndex(of: UInt8(ascii: "=")) else { return [] }
        let name = bytes[range.lowerBound..<sign]
        let value = Self.unquoted(sign + 1..<range.upperBound, in: bytes)
        var label = SecretNames.label(of: name) ?? (known.hidesVariables ? "variable" : nil)
        if case .secret(let used)? = known.variables[String(decoding: name, as: UTF8.self)] { label = label ?? used }
        guard let label else { return EncodedQueryRedactor().finds(in: bytes[value]) }
        return value.isEmpty ? [] : [Find(range: value, label: label)]
    }

    /// `--vars {"name": "value"}`. An unquoted object extends to its closing bracket.
    private func secrets(ofObject range: Range<Int>, in bytes: [UInt8], _ known: DocumentSecrets) -> [Find] {
        var range = range
        if bytes[range].first == UInt8(ascii: "{"), range.lowerBound == 0 || ASCII.isSpace(bytes[range.lowerBound - 1])
        {
            range = range.lowerBound..<max(range.upperBound, Self.endOfBrackets(bytes[range.lowerBound...]))
        }
        if known.hidesVariables {
            let isFile = bytes[range].first == UInt8(ascii: "@")
            return isFile || range.isEmpty ? [] : [Find(range: range, label: "variable")]
        }
        return Self.nested(range, in: bytes, by: JSONRedactor(known: known.forVariables).finds)
    }

    /// The index after the closing bracket of a text that begins with one; the end of the text if there is none.
    private static func endOfBrackets(_ text: ArraySlice<UInt8>) -> Int {
        var depth = 0
        for token in GraphQL.Lexer.tokens(of: Array(text), as: .comment) {
            switch token.kind {
            case .punctuator(UInt8(ascii: "{")), .punctuator(UInt8(ascii: "[")): depth += 1
            case .punctuator(UInt8(ascii: "}")), .punctuator(UInt8(ascii: "]")): depth -= 1
            default: continue
            }
            if depth <= 0 { return text.startIndex + token.range.upperBound }
        }
        return text.endIndex
    }

    /// Finds in a word that may contain escapes, as between double quotes.
    private static func nested(_ range: Range<Int>, in bytes: [UInt8], by redactor: ([UInt8]) -> [Find]) -> [Find] {
        let isEscaped = range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: "\"")
        let hasEscapes = isEscaped && bytes[range].contains(UInt8(ascii: "\\"))
        return NestedText(bytes[range], hasEscapes ? .json : nil).finds(by: redactor)
    }

    /// The value after a flag in the same word; nil if there is none or it is another flag.
    private func value(of flag: String, in word: Word, of bytes: [UInt8]) -> Range<Int>? {
        guard word.range.count > flag.utf8.count, bytes[word.range].starts(with: flag.utf8) else { return nil }
        return Self.unquoted(word.range.lowerBound + flag.utf8.count..<word.range.upperBound, in: bytes)
    }

    /// A word: text between unquoted white space, without quotation marks around the whole.
    package struct Word {
        package var range: Range<Int>
        var next: Int
        /// The place of the first `|` outside quotation marks.
        var pipe: Int?
    }

    package static func words(of bytes: [UInt8]) -> some Sequence<Word> {
        sequence(state: 0) { place -> Word? in
            while place < bytes.count, ASCII.isSpace(bytes[place]) { place += 1 }
            guard place < bytes.count else { return nil }
            let start = place
            var quote: UInt8?, pipe: Int?
            while place < bytes.count {
                let byte = bytes[place]
                if quote == nil, ASCII.isSpace(byte) { break }
                if quote == nil, byte == UInt8(ascii: "|") { pipe = pipe ?? place }
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
            return Word(range: Self.unquoted(start..<place, in: bytes), next: place, pipe: pipe)
        }
    }

    private static func unquoted(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        guard range.count >= 2, let first = bytes[range].first, first == bytes[range].last,
            first == UInt8(ascii: "'") || first == UInt8(ascii: "\"")
        else { return range }
        return range.lowerBound + 1..<range.upperBound - 1
    }
}

// Flags of commands, and of programs after a pipe, whose values may be secrets.
extension CommandLineRedactor {
    /// How a flag's value is read.
    package enum Reading: Sendable {
        case query, body, variable, object, parameter, header
        /// In a pipeline: `name:password`, cookies, a whole secret, `name=secret`.
        case user, cookies, secret, literal
    }

    /// Flags of the prompt's commands, as `--name` and `-n`.
    static var flags: [String: Reading] { declared.withLock(\.self) }

    private static let declared = Mutex<[String: Reading]>([:])

    /// Sets what the flags of commands hold: each flag says so itself. Called once, at the program's start.
    package static func declare(_ flags: [String: Reading]) { declared.withLock { $0 = flags } }

    /// Flags of programs after a pipe: curl and database clients.
    static let flagsOfPrograms: [String: Reading] = [
        "-u": .user, "--user": .user, "-U": .user, "--proxy-user": .user, "--auth": .user, "-H": .header,
        "--header": .header,
        "-b": .cookies,
        "--cookie": .cookies, "-d": .body, "--data": .body, "--data-raw": .body, "--data-binary": .body,
        "--data-urlencode": .body, "-F": .parameter, "--form": .parameter, "-p": .secret, "-a": .secret, "-k": .secret,
        "-W": .secret, "-w": .secret, "-P": .secret, "-pass": .secret, "-passin": .secret, "-passout": .secret,
        "--oauth2-bearer": .secret, "--from-literal": .literal, "-storepass": .secret, "-keypass": .secret,
    ]

    /// Programs, some with a command, in which a secret follows `-p`, `-a`, `-k` or `-W`. In any program `-pX` as one
    /// word counts as one.
    static let programs: [String: Set<String>] = [
        "mysql": ["-p"], "mysqldump": ["-p"], "mysqladmin": ["-p"], "mariadb": ["-p"], "sshpass": ["-p"],
        "mongosh": ["-p"],
        "mongo": ["-p"], "ldapsearch": ["-w"], "redis-cli": ["-a"], "openssl": ["-k", "-pass", "-passin", "-passout"],
        "zip": ["-P"], "unzip": ["-P"], "7z": ["-p"], "sqlcmd": ["-P"], "keytool": ["-storepass", "-keypass"],
        "docker login": ["-p"], "podman login": ["-p"], "helm login": ["-p"], "az login": ["-p"], "oc login": ["-p"],
    ]
    /// Programs in which `-a` is `user:password`.
    private static let httpClients: Set<String> = ["http", "https", "xh", "xhs"]
    /// Commands of programs, before the program that they start.
    static let wrappers: Set<String> = ["sudo", "env", "time", "nohup", "exec", "doas"]

    package static func reading(of word: ArraySlice<UInt8>, _ isPiped: Bool, _ program: [String]) -> Reading? {
        guard word.first == UInt8(ascii: "-"), word.count <= 20 else { return nil }
        let flag = String(decoding: word, as: UTF8.self)
        guard isPiped else { return flags[flag] }
        let name = program.first ?? ""
        if flag == "-a", httpClients.contains(name) { return .user }
        guard let reading = flagsOfPrograms[flag] else { return nil }
        if reading == .literal { return program.contains("secret") ? reading : nil }
        let isKnown = [name, program.prefix(2).joined(separator: " ")].contains {
            programs[$0]?.contains(flag) ?? false
        }
        return reading == .secret && !flag.hasPrefix("--") && !isKnown ? nil : reading
    }

    /// A flag and its value in one word: `--query=…`, `-qactive=true`, `-psecret`.
    func joined(_ word: Word, _ isPiped: Bool, _ program: [String], in bytes: [UInt8]) -> (Range<Int>, Reading)? {
        let text = bytes[word.range]
        guard text.count > 2, text.first == UInt8(ascii: "-") else { return nil }
        let table = isPiped ? Self.flagsOfPrograms : Self.flags
        if text.starts(with: "--".utf8) {
            guard let sign = text.firstIndex(of: UInt8(ascii: "=")), sign - text.startIndex <= 20,
                let reading = table[String(decoding: text[..<sign], as: UTF8.self)],
                reading != .literal || program.contains("secret")
            else { return nil }
            return (Self.unquoted(sign + 1..<word.range.upperBound, in: bytes), reading)
        }
        let value = Self.unquoted(word.range.lowerBound + 2..<word.range.upperBound, in: bytes)
        guard let reading = table[String(decoding: text.prefix(2), as: UTF8.self)], !value.isEmpty else { return nil }
        // `-passin` is another flag, and `-d` of other programs takes no data in the same word.
        if isPiped, Self.flagsOfPrograms[String(decoding: text, as: UTF8.self)] != nil { return nil }
        if isPiped, reading == .secret, text[text.startIndex + 1] != UInt8(ascii: "p") { return nil }
        return (value, reading)
    }

    /// The label if the next word is the value of this one: a header's name with its colon, or, after `set`, a name.
    func nameOfNext(_ word: Word, _ isSet: Bool, in bytes: [UInt8]) -> String? {
        let name = bytes[word.range]
        guard let last = name.last, word.next < bytes.count else { return nil }
        if last == UInt8(ascii: ":"), word.range.upperBound == word.next {
            let name = name.dropLast()
            return name.allSatisfy(ASCII.isName) ? SecretNames.label(of: name) : nil
        }
        guard isSet else { return nil }
        return name.split { !ASCII.isName($0) }.last.flatMap { SecretNames.label(of: $0) }
    }

    func isAddress(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.contains(where: { "?#;".utf8.contains($0) }) else { return false }
        let scheme = word.prefix(while: ASCII.isLetter)
        return word.first == UInt8(ascii: "/") || !scheme.isEmpty && word[scheme.endIndex...].starts(with: "://".utf8)
    }

    /// `name=value`, or `Name: value` of a header; the value extends to the end of the word.
    func assignment(in word: Word, of bytes: [UInt8]) -> Find? {
        let range = word.range
        guard let sign = bytes[range].firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else {
            return nil
        }
        var name = bytes[range.lowerBound..<sign]
        while name.first == UInt8(ascii: "-") { name.removeFirst() }
        guard name.allSatisfy(ASCII.isName), let label = SecretNames.label(of: name) else { return nil }
        if label == "authorization" {
            return AuthorizationRedactor().finds(in: bytes[(sign + 1)..<range.upperBound]).first
        }
        var start = sign + 1
        while start < range.upperBound, ASCII.isSpace(bytes[start]) { start += 1 }
        let value = Self.unquoted(start..<range.upperBound, in: bytes)
        return value.isEmpty ? nil : Find(range: value, label: label)
    }

    /// `--password secret`.
    func flagLabel(of word: ArraySlice<UInt8>) -> String? {
        guard word.starts(with: "--".utf8) || word.first == UInt8(ascii: "-") && word.count > 3,
            !word.contains(UInt8(ascii: "="))
        else { return nil }
        return SecretNames.label(of: word.drop { $0 == UInt8(ascii: "-") })
    }

    // MARK: Pipelines

    /// Whether the line is another program's, pasted by mistake: it is kept in the history.
    static func isProgram(_ word: ArraySlice<UInt8>) -> Bool {
        let name = program(word)
        return programs[name] != nil || wrappers.contains(name) || otherPrograms.contains(name)
    }

    private static let otherPrograms: Set<String> = [
        "curl", "wget", "http", "https", "xh", "xhs", "psql", "docker", "podman", "kubectl", "oc", "helm", "aws", "az",
        "gcloud", "git", "gh", "npm", "vault", "rclone", "gpg",
    ]

    static func program(_ word: ArraySlice<UInt8>) -> String {
        let name = word.suffix(from: word.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? word.startIndex)
        return String(decoding: name.drop { "|&;".utf8.contains($0) }, as: UTF8.self)
    }

    /// Text that looks like a key or token in an argument of another program, and a pass phrase of openssl.
    static func credentials(in range: Range<Int>, of bytes: [UInt8]) -> [Find] {
        if bytes[range].starts(with: "pass:".utf8), range.count > 5 {
            return [Find(range: range.lowerBound + 5..<range.upperBound, label: "password")]
        }
        return TokenScan.tokens(in: Array(bytes[range])).map {
            Find(range: $0.lowerBound + range.lowerBound..<$0.upperBound + range.lowerBound, label: "token")
        }
    }
}

/// The profile in a session's settings, a command line in JSON: `"profile":"profile add dev --from …"`.
struct ProfileRedactor: Redactor {
    func finds(in bytes: [UInt8]) -> [Find] {
        guard let root = (try? JSONDocument(bytes))?.root, let line = root["profile"], line.kind == .string else {
            return []
        }
        return NestedText(line.source.dropFirst().dropLast(), .json).finds(by: CommandLineRedactor().finds)
    }
}
