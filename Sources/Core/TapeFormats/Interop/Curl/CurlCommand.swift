import ExchangeModel
import Notation
import Redactors

/// The requests of one curl command line. An option that is not understood leaves them out, because curl could send
/// another request.
struct CurlCommand {
    private var method: String?
    private var addresses: [ShellWord] = []
    private var headers = HeaderFields()
    private var data: [(bytes: [UInt8], isJSON: Bool)] = []
    private var queries: [[UInt8]] = []
    private var uploads: [ShellWord] = []
    private var form: MultipartBody?
    private var isQuery = false
    private var isHead = false
    private var isLiteral = false
    /// Whether `/../` in an address is sent as it is.
    private var keepsPath = false
    private var user: [UInt8]?
    /// Whether a part of the data is in a file.
    private var hasDataFiles = false
    private var isJSON = false
    private var changes: [ConversionLosses.Kind] = []
    private var error: EntryError?
    private let input: ShellWord?
    /// The names of options that have no effect here.
    private(set) var ignored: [String] = []

    /// - Parameters:
    ///   - words: the words after `curl`.
    ///   - input: standard input, if the text has it.
    init(_ words: ArraySlice<ShellWord>, input: ShellWord?) {
        self.input = input
        var words = words
        while let word = words.popFirst() {
            guard word.bytes.first == UInt8(ascii: "-"), word.bytes.count > 1 else {
                addresses.append(word)
                continue
            }
            if word.bytes.starts(with: "--".utf8) {
                take(String(word.text.dropFirst(2)), &words)
            } else {
                takeShort(word, &words)
            }
        }
    }

    /// `-sXPOST`: flags, and at most one option with a value.
    private mutating func takeShort(_ word: ShellWord, _ words: inout ArraySlice<ShellWord>) {
        var letters = word.bytes.dropFirst()
        while let letter = letters.popFirst() {
            guard let name = Self.short[letter] else {
                if !Self.shortFlags.contains(letter) { reject("-" + String(decoding: [letter], as: UTF8.self)) }
                continue
            }
            guard Self.hasValue(name) else {
                take(name, &words)
                continue
            }
            if !letters.isEmpty { words = [ShellWord(bytes: Array(letters), unset: word.unset)] + words }
            return take(name, &words)
        }
    }

    /// Leaves the requests out because of an option.
    private mutating func reject(_ name: String, _ sort: ConversionLosses.Kind = .unknownOption) {
        error = error ?? EntryError(sort: sort, reason: SafeText.line(name, limit: 40))
    }

    private mutating func take(_ name: String, _ words: inout ArraySlice<ShellWord>) {
        guard Self.hasValue(name) else { return takeFlag(name) }
        guard let word = words.popFirst() else { return reject("--" + name) }
        let (value, text) = (word.bytes, word.text)
        if Self.valued.contains(name) { return ignored.append("--" + name) }
        if let unset = word.unset.first, name != "url", name != "upload-file" {
            guard ["header", "user", "cookie", "oauth2-bearer", "user-agent", "referer"].contains(name) else {
                return reject(unset, .unset)
            }
            return changes.append(.droppedFields)
        }
        switch name {
        case "request": method = text
        case "url": addresses.append(word)
        case "header": takeHeader(text)
        case "user-agent": if !text.isEmpty { headers.append("User-Agent", text) }
        case "referer": headers.append("Referer", text)
        case "oauth2-bearer": headers.append("Authorization", "Bearer " + text)
        case "user": if !VariableText(text).hasVariables { user = value }
        case "range": headers.append("Range", "bytes=" + text)
        case "continue-at" where text.utf8.allSatisfy(ASCII.isDigit): headers.append("Range", "bytes=\(text)-")
        case "cookie" where text.utf8.contains(UInt8(ascii: "=")): headers.append("Cookie", text)
        case "cookie": if !text.isEmpty { changes.append(.fileReferences) }
        case "upload-file": uploads.append(word)
        case "data-raw": data.append((value, false))
        case "data", "data-ascii", "data-binary", "json": takeData(value, name)
        case "data-urlencode": takeEncoded(value).map { data.append(($0, false)) }
        case "url-query" where value.first == UInt8(ascii: "+"): queries.append(Array(value.dropFirst()))
        case "url-query":
            if let query = takeEncoded(value) { queries.append(query) } else { reject("--" + name) }
        case "form", "form-string": takePart(text, isLiteral: name == "form-string")
        default: reject("--" + name)
        }
    }

    private mutating func takeFlag(_ name: String) {
        switch name {
        case "get": isQuery = true
        case "head": isHead = true
        case "globoff": isLiteral = true
        case "path-as-is": keepsPath = true
        case "netrc", "netrc-optional": ignored.append("--" + name)
        case _ where Self.flags.contains(name.hasPrefix("no-") ? String(name.dropFirst(3)) : name): break
        case _ where Self.flags.contains(name): break
        // curl has no `--user=…`; what follows the sign may be a secret.
        default: reject("--" + name.prefix { $0 != "=" })
        }
    }

    /// `Name: value`, or `Name;` for an empty value. `Name:` removes a field that curl would add.
    private mutating func takeHeader(_ line: String) {
        let bytes = line.utf8
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            let value = ASCII.trimmed(Substring(bytes[bytes.index(after: colon)...]))
            if !value.isEmpty { headers.append(String(line[..<colon]), String(value)) }
        } else if line.hasSuffix(";") {
            headers.append(String(line.dropLast()), "")
        } else if line.hasPrefix("@") {
            reject("--header @")
        }
    }

    /// Data, `@-` for standard input, or `@FILE`, which is not read.
    private mutating func takeData(_ value: [UInt8], _ name: String) {
        isJSON = isJSON || name == "json"
        guard value.first == UInt8(ascii: "@") else { return data.append((value, name == "json")) }
        let isStripped = name == "data" || name == "data-ascii"
        guard let content = content(of: value.dropFirst()) else { return }
        data.append((isStripped ? content.filter { ![0, 10, 13].contains($0) } : content, name == "json"))
    }

    /// The text of standard input; nil for files, which are reported.
    private mutating func content(of file: ArraySlice<UInt8>) -> [UInt8]? {
        if file.elementsEqual("-".utf8), let input {
            if let unset = input.unset.first { reject(unset, .unset) }
            return input.bytes
        }
        hasDataFiles = true
        changes.append(.fileReferences)
        return nil
    }

    /// `content`, `=content`, `name=content`, `@file` or `name@file`; the content is encoded.
    private mutating func takeEncoded(_ value: [UInt8]) -> [UInt8]? {
        let sign = value.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
        guard let sign else { return Self.encoded(value[...]) }
        var content = Array(value[(sign + 1)...])
        if value[sign] == UInt8(ascii: "@") {
            guard let read = self.content(of: content[...]) else { return nil }
            content = read
        }
        return Array(value[..<sign]) + (sign > 0 ? [UInt8(ascii: "=")] : []) + Self.encoded(content[...])
    }

    private static func encoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(PercentCoding.encode(String(decoding: bytes, as: UTF8.self)).utf8)
    }

    /// `name=content;type=TYPE;filename=NAME`, or `name=@FILE`, whose content is empty here.
    private mutating func takePart(_ text: String, isLiteral: Bool) {
        var form = form ?? MultipartBody()
        let name = text.prefix { $0 != "=" }
        var pieces = [text.dropFirst(name.count + 1)]
        if !isLiteral { pieces = pieces[0].split(separator: ";", omittingEmptySubsequences: false) }
        var content = pieces[0], file: Substring?, type: String?
        if !isLiteral, let first = content.first, first == "@" || first == "<" {
            changes.append(.fileParts)
            if first == "@" { file = content.dropFirst().split(separator: "/").last ?? "" }
            content = ""
        }
        for piece in pieces.dropFirst() {
            if piece.hasPrefix("type=") {
                type = String(piece.dropFirst(5))
            } else if piece.hasPrefix("filename=") {
                file = piece.dropFirst(9)
            } else {
                reject("--form")
            }
        }
        form.add(name, file: file.map(String.init), type: type, content.utf8)
        self.form = form
    }
}

extension CurlCommand {
    /// A request for each address.
    func drafts(_ variables: ImportVariables) -> [ExchangeDraft] {
        (addresses.isEmpty ? [ShellWord()] : addresses).enumerated().map { place, address in
            draft(address, upload: place < uploads.count ? uploads[place] : nil, variables)
        }
    }

    private func draft(_ address: ShellWord, upload: ShellWord?, _ variables: ImportVariables) -> ExchangeDraft {
        var draft = ExchangeDraft(headers: headers, changes: changes, error: error)
        var text = address.text
        for name in address.unset {
            if let filled = variables.address(text, naming: name) {
                text = filled
            } else if draft.error == nil {
                draft.error = EntryError(sort: .unset, reason: SafeText.line(name, limit: 40))
            }
        }
        func reject(_ option: String) { draft.error = draft.error ?? EntryError(sort: .unknownOption, reason: option) }
        var (url, credentials) = Self.withoutUser(text.contains("://") ? text : "http://" + text)
        url = String(url.prefix { $0 != "#" })
        let target = url.utf8.dropFirst(8).drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        if !isLiteral, target.contains(where: { "[]{}".utf8.contains($0) }) { reject("several addresses in one") }
        credentials = user ?? credentials
        if let credentials { draft.headers.addMissing("Authorization", "Basic " + Base64.encode(credentials)) }
        // Pieces of JSON follow each other without a sign.
        var joined: [UInt8] = []
        for (place, piece) in data.enumerated() {
            joined += (place > 0 && !piece.isJSON ? [UInt8(ascii: "&")] : []) + piece.bytes
        }
        let hasData = !data.isEmpty || hasDataFiles
        let query = isQuery && hasData ? joined : Array(queries.joined(separator: [UInt8(ascii: "&")]))
        if isQuery, hasDataFiles { reject("--get with a file") }
        if [upload != nil, form != nil, hasData && !isQuery, isHead].count(where: { $0 }) > 1 {
            reject("two methods in one command")
        }
        if let upload { take(upload, &url, &draft) }
        if !query.isEmpty {
            let sign = !url.utf8.contains(UInt8(ascii: "?")) ? "?" : url.utf8.last == UInt8(ascii: "?") ? "" : "&"
            url += sign + String(decoding: query, as: UTF8.self)
        }
        if isJSON { for name in ["Content-Type", "Accept"] { draft.headers.addMissing(name, "application/json") } }
        if let form {
            draft.body = form.bytes
            draft.headers.addMissing("Content-Type", form.contentType)
        } else if hasData, !isQuery {
            if !hasDataFiles { draft.body = joined }
            if !isJSON { draft.headers.addMissing("Content-Type", "application/x-www-form-urlencoded") }
        }
        if !keepsPath, let whole = HTTPURL(url), let sent = whole.resolving(whole.target), sent != whole {
            url = sent.description
        }
        let usual = isHead ? "HEAD" : upload != nil ? "PUT" : form != nil || hasData && !isQuery ? "POST" : "GET"
        (draft.address, draft.method) = (url, method ?? usual)
        return draft
    }

    /// An upload: an address that ends in a slash is one of a folder, to which curl adds the file's name.
    private func take(_ upload: ShellWord, _ url: inout String, _ draft: inout ExchangeDraft) {
        if let input, ["-", "."].contains(upload.text) {
            draft.body = input.bytes
            if let unset = input.unset.first { draft.error = EntryError(sort: .unset, reason: unset) }
            return
        }
        draft.changes.append(.fileReferences)
        let base = url.utf8.prefix { $0 != UInt8(ascii: "?") }
        let isFolder = base.last == UInt8(ascii: "/") || base.count { $0 == UInt8(ascii: "/") } == 2
        guard isFolder, !["-", "."].contains(upload.text) else { return }
        if let unset = upload.unset.first { draft.error = EntryError(sort: .unset, reason: unset) }
        let name = String(upload.text.split(separator: "/").last ?? "")
        let slash = base.last == UInt8(ascii: "/") ? "" : "/"
        url =
            String(Substring(base)) + slash + PercentCoding.encode(name) + String(Substring(url.utf8[base.endIndex...]))
    }

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

/// The options of curl 7.88, by long name: https://curl.se/docs/manpage.html.
extension CurlCommand {
    static let short: [UInt8: String] = Dictionary(
        uniqueKeysWithValues: [
            ("X", "request"), ("H", "header"), ("d", "data"), ("G", "get"), ("F", "form"), ("u", "user"),
            ("b", "cookie"), ("I", "head"), ("A", "user-agent"), ("e", "referer"), ("T", "upload-file"),
            ("o", "output"), ("m", "max-time"), ("x", "proxy"), ("w", "write-out"), ("c", "cookie-jar"),
            ("r", "range"), ("E", "cert"), ("D", "dump-header"), ("C", "continue-at"), ("g", "globoff"),
            ("n", "netrc"), ("U", "proxy-user"), ("y", "speed-time"), ("Y", "speed-limit"),
        ].map { (Array($0.0.utf8)[0], $0.1) })

    /// Flags about the output or the connection, which do not change the request.
    static let shortFlags = Set("LkssSvifN46#0OJRjqpZ123".utf8)
    static let flags = Set(
        words: """
            location insecure silent show-error verbose include fail fail-with-body fail-early no-buffer buffer compressed
            http1.1 http2 http2-prior-knowledge http1.0 http3 http0.9 progress-bar progress-meter ipv4 ipv6
            remote-name remote-name-all remote-header-name remote-time create-dirs ssl ssl-reqd ssl-no-revoke tlsv1 tlsv1.0
            tlsv1.1 tlsv1.2 tlsv1.3 tcp-nodelay tcp-fastopen keepalive alpn npn sessionid parallel parallel-immediate
            styled-output disable junk-session-cookies basic proxytunnel retry-all-errors retry-connrefused post301 post302
            post303 cert-status ca-native raw trace-time xattr clobber
            """)
    static let valued = Set(
        words: """
            output output-dir max-time proxy write-out cookie-jar cert cert-type key key-type pass cacert capath
            connect-timeout resolve retry retry-delay retry-max-time dump-header interface ciphers tls13-ciphers noproxy
            max-redirs connect-to proxy-user proxy-header limit-rate tls-max max-filesize speed-time speed-limit stderr trace
            trace-ascii rate parallel-max keepalive-time dns-servers doh-url local-port unix-socket abstract-unix-socket
            socks5 socks5-hostname socks4 socks4a preproxy pinnedpubkey curves hsts alt-svc expect100-timeout
            happy-eyeballs-timeout-ms create-file-mode netrc-file crlfile
            """)
    static let used = Set(
        words: """
            request header data data-ascii data-raw data-binary data-urlencode json form form-string user cookie user-agent
            referer url url-query oauth2-bearer upload-file range continue-at
            """)

    static func hasValue(_ name: String) -> Bool { used.contains(name) || valued.contains(name) }
}
