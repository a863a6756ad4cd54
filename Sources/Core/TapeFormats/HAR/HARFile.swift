import ExchangeModel
import Notation

extension TapeFormat {
    /// HAR 1.2.
    package static let har = TapeFormat(
        name: "har", title: "a HAR file", endings: ["har"], recognize: { $0.has("log") }, read: HARFile.read,
        export: { ExchangeExport(of: $0, $1, HARWriter(version: $1.version)) })
}

/// Reads HAR 1.2: JSON with a log and entries (http://www.softwareishard.com/blog/har-12-spec).
struct HARFile {
    private let source: ImportSource
    private let context: ImportContext

    static func read(_ source: ImportSource, _ context: ImportContext) throws(ImportError) -> ImportedFile {
        guard let log = try source.json()["log"], log.kind == .object else {
            throw ImportError(.otherFormat, "It is not a HAR file: there is no 'log'.")
        }
        guard let entries = log["entries"], entries.kind == .array else {
            throw ImportError(.otherFormat, "It is not a HAR file: its log has no 'entries'.")
        }
        var file = ImportedFile(context, isInOrder: false)
        // Earlier versions wrote sessions and commands.
        log["_snowdeck"]?["commands"]?.elements.forEach { _ in file.losses.add(.omittedCommands) }
        let reader = HARFile(source: source, context: context)
        for entry in entries.elements {
            do throws(EntryError) {
                file.add(try reader.draft(of: entry))
            } catch {
                file.add(ExchangeDraft(error: error))
            }
        }
        return file
    }

    private func draft(of entry: JSONNode) throws(EntryError) -> ExchangeDraft {
        guard let request = entry["request"], request.kind == .object else { throw .unreadable("it has no request") }
        guard let response = entry["response"], response.kind == .object else {
            throw .unreadable("it has no response")
        }
        guard let began = entry["startedDateTime"]?.string.flatMap({ Timestamp(isoText: $0) }) else {
            throw .unreadable("its startedDateTime is not a time")
        }
        var draft = ExchangeDraft(method: request["method"]?.string, address: request["url"]?.string, startedAt: began)
        try rejectUnsupported(entry, response)
        draft.isCached = ["memory", "disk"].contains(entry["_fromCache"]?.string)
        try read(request: request, into: &draft)
        try read(response, of: entry, into: &draft)
        return draft
    }

    /// Rejects exchanges that a tape cannot play.
    private func rejectUnsupported(_ entry: JSONNode, _ response: JSONNode) throws(EntryError) {
        let status = response["status"]?.number
        if entry["_resourceType"]?.string == "websocket" || entry["_webSocketMessages"] != nil || status == "101" {
            throw EntryError(sort: .webSocket)
        }
        if [entry, response].contains(where: { $0["_fetchedViaServiceWorker"]?.bool == true }) {
            throw EntryError(sort: .serviceWorker)
        }
        if status == "206" { throw EntryError(sort: .partial) }
        if status == "0" || status == "-1" { throw EntryError(sort: .noAnswer) }
    }

    // MARK: Headers

    private func headers(of message: JSONNode, _ changes: inout [ConversionLosses.Kind]) -> HeaderFields {
        let lines = message["headers"]?.elements.map { ($0["name"]?.string, $0["value"]?.string) } ?? []
        let fields = lines.compactMap { name, value in name.flatMap { name in value.map { HeaderField(name, $0) } } }
        if fields.count < lines.count { changes.append(.headers) }
        return HeaderFields(fields)
    }

    /// Cookies that have attributes but no header field: the field is built from them.
    private func cookies(of message: JSONNode) -> [String] {
        message["cookies"]?.elements.compactMap { cookie in
            guard let name = cookie["name"]?.string, let value = cookie["value"]?.string,
                !name.isEmpty, name.utf8.allSatisfy(HeaderValue.isToken),
                value.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") })
            else { return nil }
            return name + "=" + value
        } ?? []
    }

    // MARK: Request

    private func read(request: JSONNode, into draft: inout ExchangeDraft) throws(EntryError) {
        draft.headers = headers(of: request, &draft.changes)
        let sizes = [request["bodySize"]?.number, draft.headers["Content-Length"]].compactMap { $0.flatMap { Int($0) } }
        let size = sizes.first { $0 > 0 }
        if case let cookies = cookies(of: request), !cookies.isEmpty,
            draft.headers.addMissing("Cookie", cookies.joined(separator: "; "))
        {
            draft.changes.append(.cookies)
        }
        if let data = request["postData"], data.kind == .object {
            if let body = try body(inFileOf: data) {
                draft.body = body
            } else {
                read(body: data, size: size, into: &draft)
            }
        }
        if size != nil, draft.body == nil { draft.changes.append(.bodySize) }
    }

    /// - Parameter size: the number of bytes that were sent; nil if unknown.
    private func read(body data: JSONNode, size: Int?, into draft: inout ExchangeDraft) {
        let type = data["mimeType"]?.string ?? ""
        if Self.isHeaderText(type), draft.headers.addMissing("Content-Type", type) {
            draft.changes.append(.contentType)
        }
        if let text = data["text"]?.string, !text.isEmpty {
            draft.body = Self.bytes(of: text, data, size: size, &draft.changes)
            return
        }
        let fields = data["params"]?.elements.filter { $0["name"]?.string != nil } ?? []
        guard !fields.isEmpty else { return }
        draft.changes.append(.formParts)
        if ASCII.lowercased(type).hasPrefix("multipart/") || fields.contains(where: { $0["fileName"]?.string != nil }) {
            readMultipart(fields, type, into: &draft)
        } else {
            let pairs = fields.map { ($0["name"]?.string ?? "", $0["value"]?.string ?? "") }
            draft.body = Array(PercentCoding.form(pairs).utf8)
        }
    }

    private static func bytes(
        of text: String, _ data: JSONNode, size: Int?, _ changes: inout [ConversionLosses.Kind]
    ) -> [UInt8] {
        let codings = [data["_encoding"]?.string, data["encoding"]?.string]
        if codings.contains("base64"), let bytes = Base64.decode(text.utf8) { return bytes }
        let single = Latin1.bytes(of: text)
        if let single, codings.contains(Latin1.name) || single.count == size { return single }
        if let size, size != text.utf8.count { changes.append(.bodySize) }
        return Array(text.utf8)
    }

    private func readMultipart(_ fields: [JSONNode], _ type: String, into draft: inout ExchangeDraft) {
        let known = HeaderValue(draft.headers["Content-Type"] ?? type)?["boundary"]
        var form = MultipartBody(boundary: known)
        for field in fields {
            let type = field["contentType"]?.string.flatMap { Self.isHeaderText($0) ? $0 : nil }
            let file = field["fileName"]?.string, value = field["value"]?.string
            form.add(field["name"]?.string ?? "", file: file, type: type, (value ?? "").utf8)
            if file != nil, value == nil { draft.changes.append(.fileParts) }
        }
        if known == nil { draft.headers["Content-Type"] = form.contentType }
        draft.body = form.bytes
    }

    private static func isHeaderText(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    // MARK: Response

    private func read(_ node: JSONNode, of entry: JSONNode, into draft: inout ExchangeDraft) throws(EntryError) {
        let status = node["status"]?.number.flatMap { Int($0) ?? Double($0).flatMap { Int(exactly: $0) } }
        var answer = ExchangeDraft.Response(
            status: status, reason: node["statusText"]?.string ?? "", headers: headers(of: node, &draft.changes),
            isDecoded: true, version: Self.version(node["httpVersion"]?.string ?? ""))
        let content = node["content"]
        let isBase64 = content?["encoding"]?.string == "base64"
        if let text = content?["text"]?.string {
            // Polly.js writes bodies as they were sent: in hexadecimal, and compressed ones in chunks.
            if entry["_order"] != nil, content?["_isBinary"] != nil || answer.headers["Content-Encoding"] != nil {
                throw .unreadable("its body is as it was sent")
            }
            guard let bytes = isBase64 ? Base64.decode(text.utf8) : Array(text.utf8) else {
                throw .unreadable("its body is not base64")
            }
            (answer.body, answer.isText) = (bytes, !isBase64)
        } else if let bytes = try body(inFileOf: content) {
            answer.body = bytes
        } else if let size = content?["size"]?.number.flatMap(Double.init), size > 0,
            (200...299).contains(status ?? 0), draft.method != "HEAD"
        {
            throw EntryError(sort: .bodyMissing)
        }
        let cookies = cookies(of: node)
        if answer.headers["Set-Cookie"] == nil, !cookies.isEmpty {
            for cookie in cookies { answer.headers.append("Set-Cookie", cookie) }
            draft.changes.append(.cookies)
        }
        if !answer.body.isEmpty, let type = content?["mimeType"]?.string, HeaderValue(type) != nil,
            type != "x-unknown", answer.headers.addMissing("Content-Type", type)
        {
            draft.changes.append(.contentType)
        }
        answer.timings = Self.timings(of: entry, &draft.changes)
        draft.response = answer
    }

    /// `1.1` for `HTTP/1.1` or `http/1.1`, `2` for `h2` or `HTTP/2.0`; default: 1.1.
    private static func version(_ text: String) -> String {
        var name = Substring(ASCII.lowercased(text))
        if name.hasPrefix("http/") { name = name.dropFirst(5) } else if name.hasPrefix("h") { name = name.dropFirst() }
        guard let first = name.utf8.first, ASCII.isDigit(first), name.utf8.count <= 3 else { return "1.1" }
        return name.hasSuffix(".0") && name != "1.0" ? String(name.dropLast(2)) : String(name)
    }

    /// A phase that did not happen is -1 or missing; the TLS handshake is part of `connect`.
    private static func timings(of entry: JSONNode, _ changes: inout [ConversionLosses.Kind]) -> Timings {
        var isOdd = false
        func length(_ name: String) -> Int64 {
            guard let node = entry["timings"]?[name], node.kind != .null, node.number.flatMap(Double.init) != -1 else {
                return 0
            }
            if let length = HARTime.microseconds(node) { return length }
            isOdd = true
            return 0
        }
        var timings = Timings()
        timings.resolved = length("blocked") + length("dns")
        timings.secured = timings.resolved + length("connect")
        timings.connected = max(timings.resolved, timings.secured - length("ssl"))
        timings.firstByte = timings.secured + length("send") + length("wait")
        timings.total = timings.firstByte + length("receive")
        if isOdd { changes.append(.timings) }
        return timings
    }

    /// The body in a file of its own, beside the HAR or in the same archive, as Playwright writes them; nil if it is in
    /// the HAR itself. The file is named by its SHA-1, so a HAR cannot name a file whose content its author does not
    /// know.
    private func body(inFileOf content: JSONNode?) throws(EntryError) -> [UInt8]? {
        guard let name = content?["_file"]?.string else { return nil }
        let digest = name.prefix { $0.isHexDigit }
        guard digest.utf8.count == 40, name.dropFirst(40).first ?? "." == ".", !name.utf8.contains(UInt8(ascii: "/")),
            let bytes = source.companion(name, context.bodyLimit), SHA1.hex(of: bytes) == digest
        else { throw EntryError(sort: .bodyMissing) }
        return bytes
    }
}

enum HARTime {
    /// The longest duration that is accepted, in milliseconds: about eleven days.
    private static let longest = 1e9

    static func microseconds(_ milliseconds: JSONNode) -> Int64? {
        guard let number = milliseconds.number.flatMap(Double.init), number >= 0, number <= longest else { return nil }
        return Int64((number * 1000).rounded())
    }

    static func milliseconds(_ microseconds: Int64) -> JSON {
        let (whole, part) = max(0, microseconds).quotientAndRemainder(dividingBy: 1000)
        guard part > 0 else { return .number(String(whole)) }
        var digits = String(part + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return .number("\(whole).\(digits)")
    }

    /// An HTTP date: `Tue, 16 Apr 2024 17:16:18 GMT`, or with `-` in the date. Nil for anything else.
    static func ofHTTP(_ text: String) -> Timestamp? {
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }
        guard words.count >= 5, let day = Int(words[1]), let year = Int(words[3]), (1...31).contains(day),
            let month = CivilTime.monthNames.firstIndex(where: { $0 == words[2] })
        else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return Timestamp(glideText: "\(year)-\(two(month + 1))-\(two(day)) \(words[4])")
    }
}
