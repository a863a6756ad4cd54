import ExchangeModel
import Notation

/// The requests of one curl command line.
struct CurlCommand {
    private var method: String?
    private var addresses: [String] = []
    private var headers: [(String, String)] = []
    private var data: [[UInt8]] = []
    private var parts: [[UInt8]] = []
    private var isForm = false
    private var isQuery = false
    private var isHead = false
    private var isJSON = false
    private var user: [UInt8]?
    private var files = 0
    private var path: [UInt8]?
    /// The names of options that have no effect here.
    private(set) var ignored: [String] = []

    /// - Parameter words: the words after `curl`.
    init(_ words: ArraySlice<[UInt8]>) {
        var words = words
        while let word = words.popFirst() {
            guard word.first == UInt8(ascii: "-"), word.count > 1 else {
                addresses.append(String(decoding: word, as: UTF8.self))
                continue
            }
            if word.starts(with: "--".utf8) {
                let name = String(decoding: word.dropFirst(2), as: UTF8.self)
                take(name, &words)
            } else {
                takeShort(word.dropFirst(), &words)
            }
        }
    }

    /// `-sXPOST`: flags, and at most one option with a value.
    private mutating func takeShort(_ letters: ArraySlice<UInt8>, _ words: inout ArraySlice<[UInt8]>) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let name = Self.short[letter] else {
                if !Self.shortFlags.contains(letter) { ignored.append("-" + String(decoding: [letter], as: UTF8.self)) }
                continue
            }
            if Self.hasValue(name), !letters.isEmpty { words = [Array(letters)] + words }
            take(name, &words)
            if Self.hasValue(name) { return }
        }
    }

    private static let short: [UInt8: String] = Dictionary(
        uniqueKeysWithValues: [
            ("X", "request"), ("H", "header"), ("d", "data"), ("G", "get"), ("F", "form"), ("u", "user"),
            ("b", "cookie"), ("I", "head"), ("A", "user-agent"), ("e", "referer"), ("T", "upload-file"),
            ("o", "output"), ("m", "max-time"), ("x", "proxy"), ("w", "write-out"), ("c", "cookie-jar"),
            ("r", "range"), ("E", "cert"), ("K", "config"), ("D", "dump-header"),
        ].map { (Array($0.0.utf8)[0], $0.1) })

    /// Flags about the output or the connection, which do not change the request.
    private static let shortFlags = Set("LkssSvifgN46#0O".utf8)
    private static let flags: Set<String> = [
        "location", "insecure", "silent", "show-error", "verbose", "include", "fail", "globoff", "no-buffer",
        "compressed", "http1.1", "http2", "http1.0", "http3", "path-as-is", "progress-bar", "ipv4", "ipv6",
    ]
    private static let valued: Set<String> = [
        "output", "max-time", "proxy", "write-out", "cookie-jar", "range", "cert", "key", "cacert", "capath", "config",
        "connect-timeout", "resolve", "retry", "dump-header", "interface", "ciphers", "noproxy", "max-redirs",
        "connect-to", "proxy-user", "limit-rate", "tls-max",
    ]
    private static let used: Set<String> = [
        "request", "header", "data", "data-ascii", "data-raw", "data-binary", "data-urlencode", "json", "form",
        "form-string", "user", "cookie", "user-agent", "referer", "url", "oauth2-bearer", "upload-file",
    ]

    private static func hasValue(_ name: String) -> Bool { used.contains(name) || valued.contains(name) }

    private mutating func take(_ name: String, _ words: inout ArraySlice<[UInt8]>) {
        guard Self.hasValue(name) else { return takeFlag(name, &words) }
        guard let value = words.popFirst() else { return ignored.append("--" + name) }
        let text = String(decoding: value, as: UTF8.self)
        switch name {
        case "request": method = text
        case "url": addresses.append(text)
        case "header": takeHeader(text)
        case "user-agent": headers.append(("User-Agent", text))
        case "referer": headers.append(("Referer", text))
        case "oauth2-bearer": headers.append(("Authorization", "Bearer " + text))
        case "user": user = value
        case "cookie" where text.utf8.contains(UInt8(ascii: "=")): headers.append(("Cookie", text))
        case "cookie", "upload-file": files += 1
        case "data-raw": data.append(value)
        case "data", "data-ascii", "data-binary": takeData(value)
        case "data-urlencode": takeEncoded(value)
        case "json":
            isJSON = true
            takeData(value)
        case "form", "form-string": takePart(value, isLiteral: name == "form-string")
        default: ignored.append("--" + name)
        }
    }

    private mutating func takeFlag(_ name: String, _ words: inout ArraySlice<[UInt8]>) {
        switch name {
        case "get": isQuery = true
        case "head": isHead = true
        case _ where Self.flags.contains(name): break
        default:
            // curl has no `--user=…`; what follows the sign may be a secret.
            ignored.append("--" + name.prefix { $0 != "=" })
            // An unknown option may have a value, which is no address.
            if let value = words.first, value.first != UInt8(ascii: "-"),
                value.firstPlace(of: Array("://".utf8), from: 0) == nil
            {
                words.removeFirst()
            }
        }
    }

    /// `Name: value`, or `Name;` for an empty value. `Name:` removes a field that curl would add.
    private mutating func takeHeader(_ line: String) {
        let bytes = line.utf8
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            let value = ASCII.trimmed(Substring(bytes[bytes.index(after: colon)...]))
            if !value.isEmpty { headers.append((String(line[..<colon]), String(value))) }
        } else if line.hasSuffix(";") {
            headers.append((String(line.dropLast()), ""))
        } else if line.hasPrefix("@") {
            files += 1
        }
    }

    /// Data whose `@FILE` is kept as text and not read.
    private mutating func takeData(_ value: [UInt8]) {
        if value.first == UInt8(ascii: "@") { files += 1 }
        data.append(value)
    }

    /// `content`, `=content`, `name=content`, `@file` or `name@file`; the content is encoded.
    private mutating func takeEncoded(_ value: [UInt8]) {
        guard let sign = value.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }) else {
            return data.append(Self.encoded(value[...]))
        }
        if value[sign] == UInt8(ascii: "@") {
            files += 1
            return data.append(value)
        }
        data.append(Array(value[..<sign]) + (sign > 0 ? [UInt8(ascii: "=")] : []) + Self.encoded(value[(sign + 1)...]))
    }

    private static func encoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(PercentCoding.encode(String(decoding: bytes, as: UTF8.self)).utf8)
    }

    private mutating func takePart(_ value: [UInt8], isLiteral: Bool) {
        isForm = true
        let text = String(decoding: value, as: UTF8.self)
        let name = text.prefix { $0 != "=" }
        let content = text.dropFirst(name.count + 1)
        let isFile = !isLiteral && (content.hasPrefix("@") || content.hasPrefix("<"))
        if isFile { files += 1 }
        let safe = String(decoding: name.utf8.filter { $0 >= 0x20 && $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        parts.append(Array("Content-Disposition: form-data; name=\"\(safe)\"\r\n\r\n\(content)\r\n".utf8))
    }
}

extension CurlCommand {
    /// A request for each address.
    var drafts: [ExchangeDraft] {
        (addresses.isEmpty ? [""] : addresses).map { address in
            var draft = ExchangeDraft(headers: headers)
            draft.changes = files > 0 ? [.fileReferences] : []
            var (url, credentials) = Self.withoutUser(address.contains("://") ? address : "http://" + address)
            credentials = user ?? credentials
            if let credentials, !has("Authorization") {
                draft.headers.append(("Authorization", "Basic " + Base64.encode(credentials)))
            }
            let joined = Array(data.joined(separator: [UInt8(ascii: "&")]))
            if isQuery, !data.isEmpty {
                url += (url.contains("?") ? "&" : "?") + String(decoding: joined, as: UTF8.self)
            } else if isForm {
                let boundary = "----SnowdeckForm"
                draft.body = parts.flatMap { Array("--\(boundary)\r\n".utf8) + $0 } + Array("--\(boundary)--\r\n".utf8)
                if !has("Content-Type") {
                    draft.headers.append(("Content-Type", "multipart/form-data; boundary=" + boundary))
                }
            } else if !data.isEmpty {
                draft.body = joined
                if !has("Content-Type") {
                    draft.headers.append(
                        ("Content-Type", isJSON ? "application/json" : "application/x-www-form-urlencoded"))
                }
                if isJSON, !has("Accept") { draft.headers.append(("Accept", "application/json")) }
            }
            draft.address = url
            draft.method = method ?? (isHead ? "HEAD" : draft.body == nil ? "GET" : "POST")
            return draft
        }
    }

    private func has(_ name: String) -> Bool { headers.contains { HeaderFields.same($0.0, name) } }

    /// An address without its user information, which is no part of a URL here.
    private static func withoutUser(_ address: String) -> (String, [UInt8]?) {
        let bytes = Array(address.utf8)
        guard let scheme = bytes.firstPlace(of: Array("://".utf8), from: 0) else { return (address, nil) }
        let authority = bytes[(scheme + 3)...].prefix { !"/?#".utf8.contains($0) }
        guard let sign = authority.lastIndex(of: UInt8(ascii: "@")) else { return (address, nil) }
        let user = PercentCoding.decode(String(decoding: authority[..<sign], as: UTF8.self))
        let rest = Array(bytes[..<authority.startIndex]) + bytes[(sign + 1)...]
        return (String(decoding: rest, as: UTF8.self), Array(user.utf8))
    }
}
