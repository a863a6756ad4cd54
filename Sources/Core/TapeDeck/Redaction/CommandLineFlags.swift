import Notation

// Flags of commands, and of programs after a pipe, whose values may be secrets.
extension CommandLineRedactor {
    /// How a flag's value is read.
    enum Reading {
        case query, body, variable, object, parameter, header
        /// In a pipeline: `name:password`, cookies, a whole secret, `name=secret`.
        case user, cookies, secret, literal
    }

    static let flags: [String: Reading] = [
        "-q": .query, "--query": .query, "--body": .body, "--var": .variable, "--vars": .object, "-p": .parameter,
        "--param": .parameter, "-H": .header, "--header": .header,
    ]

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

    static func reading(of word: ArraySlice<UInt8>, _ isPiped: Bool, _ program: [String]) -> Reading? {
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
    func joined(
        _ word: Word, _ isPiped: Bool, _ program: [String], in bytes: [UInt8]
    ) -> (Range<Int>, Reading)? {
        let text = bytes[word.range]
        guard text.count > 2, text.first == UInt8(ascii: "-") else { return nil }
        let table = isPiped ? Self.flagsOfPrograms : Self.flags
        if text.starts(with: "--".utf8) {
            guard let sign = text.firstIndex(of: UInt8(ascii: "=")), sign - text.startIndex <= 20,
                let reading = table[String(decoding: text[..<sign], as: UTF8.self)],
                reading != .literal || program.contains("secret")
            else { return nil }
            return (unquoted(sign + 1..<word.range.upperBound, in: bytes), reading)
        }
        let value = unquoted(word.range.lowerBound + 2..<word.range.upperBound, in: bytes)
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
            let value = Array(bytes[(sign + 1)..<range.upperBound])
            return AuthorizationRedactor().finds(in: value).first?.moved(by: sign + 1)
        }
        var start = sign + 1
        while start < range.upperBound, ASCII.isSpace(bytes[start]) { start += 1 }
        let value = unquoted(start..<range.upperBound, in: bytes)
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

    /// The first `|` outside quotation marks.
    static func pipe(in bytes: [UInt8]) -> Int? {
        var quote: UInt8?, place = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\\") where quote != UInt8(ascii: "'"): place += 1
            case let byte where byte == quote: quote = nil
            case UInt8(ascii: "'") where quote == nil, UInt8(ascii: "\"") where quote == nil: quote = bytes[place]
            case UInt8(ascii: "|") where quote == nil: return place
            default: break
            }
            place += 1
        }
        return nil
    }

    /// Whether the line is another program's, pasted by mistake: it is kept in the history.
    static func startsWithProgram(_ line: [UInt8]) -> Bool {
        let name = program(line.drop(while: ASCII.isSpace).prefix { !ASCII.isSpace($0) })
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
