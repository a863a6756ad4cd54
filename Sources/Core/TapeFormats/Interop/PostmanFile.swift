import ExchangeModel
import Notation
import Redactors

extension TapeFormat {
    /// Postman collections 2.0 and 2.1. Only read.
    package static let postman = TapeFormat(
        name: "postman", title: "a Postman collection", endings: ["postman_collection.json", "json"],
        recognize: { $0.has("info") && $0.has("item") }, read: PostmanFile.read, export: nil)
}

/// Reads a collection: saved responses become exchanges. Scripts are counted and never run.
struct PostmanFile {
    private let variables: ImportVariables
    private var file: ImportedFile

    static func read(_ source: ImportSource, _ context: ImportContext) throws(ImportError) -> ImportedFile {
        let root = try source.json()
        guard root["info"]?.kind == .object, let items = root["item"], items.kind == .array else {
            throw ImportError(.otherFormat, "It is not a Postman collection: there is no 'info' or no 'item'.")
        }
        var variables = context.variables
        variables.take(root["variable"], replacing: false)
        var reader = PostmanFile(variables: variables, file: ImportedFile(context))
        reader.file.secrets = variables.secrets
        reader.note(root["auth"])
        reader.countScripts(root)
        reader.read(items, auth: root["auth"])
        return reader.file
    }

    private mutating func countScripts(_ node: JSONNode) {
        for _ in node["event"]?.elements.map({ $0 }) ?? [] { file.losses.add(.scripts) }
    }

    /// Items and folders; a folder's sign-in is that of its items.
    private mutating func read(_ items: JSONNode, auth: JSONNode?) {
        for item in items.elements {
            countScripts(item)
            let own = item["request"]?["auth"] ?? item["auth"]
            let auth = own.map { $0.kind == .null ? auth : $0 } ?? auth
            note(own)
            if let folder = item["item"], folder.kind == .array {
                read(folder, auth: auth)
            } else {
                readRequest(item, auth: auth)
            }
        }
    }

    /// The secrets of a sign-in are replaced wherever they occur, also if no request is made with them.
    private mutating func note(_ auth: JSONNode?) {
        guard let auth else { return }
        file.secrets += PostmanRequest(variables: variables).secrets(of: auth)
    }

    private mutating func readRequest(_ item: JSONNode, auth: JSONNode?) {
        let responses = item["response"]?.elements.map { $0 } ?? []
        guard !responses.isEmpty else { return add(request: item["request"], auth, response: nil) }
        for response in responses {
            let original = response["originalRequest"].flatMap { $0.kind == .null ? nil : $0 }
            note(original?["auth"])
            add(request: original ?? item["request"], original?["auth"] ?? auth, response: response)
        }
    }

    private mutating func add(request: JSONNode?, _ auth: JSONNode?, response: JSONNode?) {
        let reader = PostmanRequest(variables: variables)
        var draft = reader.draft(of: request)
        if let kind = reader.signIn(auth, &draft) { file.losses.add(.options, at: "auth " + kind) }
        if let response { draft.response = Self.response(response) }
        file.add(draft)
    }

    private static func response(_ node: JSONNode) -> ExchangeDraft.Response {
        let duration = node["responseTime"].flatMap(HARTime.microseconds) ?? 0
        return ExchangeDraft.Response(
            status: node["code"]?.number.flatMap { Int($0) }, reason: node["status"]?.string ?? "",
            headers: PostmanRequest.headers(node["header"]), body: Array((node["body"]?.string ?? "").utf8),
            isText: true, timings: Timings(firstByte: duration, total: duration))
    }
}

/// Reads a request of a collection.
struct PostmanRequest {
    let variables: ImportVariables

    /// The request, which is an object or only its address.
    func draft(of request: JSONNode?) -> ExchangeDraft {
        var draft = ExchangeDraft(method: "GET")
        guard let request else { return ExchangeDraft() }
        draft.address = address(request.kind == .string ? request : request["url"], &draft)
        if let method = request["method"]?.string { draft.method = fill(method, &draft) }
        for field in Self.headers(request["header"]) {
            let (name, value) = (variables.fill(field.name), variables.fill(field.value))
            if name.unset.isEmpty, value.unset.isEmpty {
                draft.headers.append(name.text, value.text)
            } else {
                draft.changes.append(.droppedFields)
            }
        }
        if let body = request["body"], body.kind == .object, body["disabled"]?.bool != true { read(body, &draft) }
        return draft
    }

    /// A text of the request, which is left out if a variable has no value.
    private func fill(_ text: String, _ draft: inout ExchangeDraft) -> String {
        let (text, unset) = variables.fill(text)
        if let name = unset.first(where: { !variables.empty.contains($0) }), draft.error == nil {
            draft.error = EntryError(sort: .unset, reason: SafeText.line(name, limit: 40))
        }
        return text
    }

    /// Header fields: a list, or lines of text.
    static func headers(_ node: JSONNode?) -> HeaderFields {
        guard let text = node?.string else { return HeaderFields(pairs(node).map { HeaderField($0.0, $0.1) }) }
        let fields = text.utf8.split(separator: 10).compactMap { line -> HeaderField? in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            return HeaderField(
                String(ASCII.trimmed(Substring(line[..<colon]))),
                String(ASCII.trimmed(Substring(line[line.index(after: colon)...]))))
        }
        return HeaderFields(fields)
    }

    /// The enabled members of a list of keys and values.
    private static func pairs(_ node: JSONNode?) -> [(String, String)] {
        (node?.elements.map { $0 } ?? []).compactMap { pair in
            guard let key = pair["key"]?.string, pair["disabled"]?.bool != true else { return nil }
            return (key, pair["value"]?.scalarText ?? "")
        }
    }

    private func address(_ node: JSONNode?, _ draft: inout ExchangeDraft) -> String? {
        guard let node else { return nil }
        let whole = node.string ?? node["raw"]?.string
        guard let raw = node["path"] == nil ? whole ?? Self.built(node) : Self.built(node) ?? whole else { return nil }
        let known = Self.pairs(node.kind == .object ? node["variable"] : nil)
        let query = raw.utf8.prefix { $0 != UInt8(ascii: "?") }
        let path = String(Substring(query)).split(separator: "/", omittingEmptySubsequences: false).map { segment in
            known.first { segment == ":" + $0.0 }.map { $0.1 } ?? String(segment)
        }
        let rest = String(Substring(raw.utf8[query.endIndex...]))
        var (text, unset) = variables.fill(path.joined(separator: "/") + rest, blanks: false)
        unset.removeAll { name in
            guard let filled = variables.address(text, naming: name) else { return false }
            text = filled
            return true
        }
        if let name = unset.first { draft.error = EntryError(sort: .unset, reason: SafeText.line(name, limit: 40)) }
        let hasScheme = Array(text.utf8).firstPlace(of: Array("://".utf8), from: 0) != nil
        return Self.encoded(hasScheme || text.hasPrefix("{{") ? text : "http://" + text)
    }

    /// An address as Postman sends it, which encodes what is invalid there and keeps escapes.
    private static func encoded(_ address: String) -> String {
        let bytes = address.utf8.prefix { $0 != UInt8(ascii: "#") }
        let path = bytes.prefix { $0 != UInt8(ascii: "?") }
        func encoded(_ part: some Sequence<UInt8>, _ marks: String) -> [UInt8] {
            part.flatMap { $0 <= 0x20 || $0 > 0x7E || marks.utf8.contains($0) ? PercentCoding.escape($0) : [$0] }
        }
        let target = encoded(path, "\"<>`{}") + encoded(bytes[path.endIndex...], "\"<>'")
        return String(decoding: target, as: UTF8.self)
    }

    /// An address from its parts, which Postman sends even if `raw` says something else.
    private static func built(_ node: JSONNode) -> String? {
        func joined(_ node: JSONNode?, _ separator: String) -> String? {
            guard let node else { return nil }
            return node.string
                ?? node.elements.map { $0.string ?? $0["value"]?.string ?? "" }.joined(separator: separator)
        }
        guard let host = joined(node["host"], ".") else { return nil }
        let port = node["port"]?.scalarText.map { ":" + $0 } ?? ""
        let query = (node["query"]?.elements.map { $0 } ?? []).compactMap { pair -> String? in
            guard let key = pair["key"]?.string, pair["disabled"]?.bool != true else { return nil }
            guard let value = pair["value"], value.kind != .null else { return key }
            return key + "=" + (value.scalarText ?? "")
        }
        let path = joined(node["path"], "/") ?? ""
        return (node["protocol"]?.string.map { $0 + "://" } ?? "") + host + port
            + (path.hasPrefix("/") ? "" : "/") + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private func read(_ body: JSONNode, _ draft: inout ExchangeDraft) {
        switch body["mode"]?.string {
        case "raw"?:
            guard let text = body["raw"]?.string else { return }
            draft.body = Array(fill(text, &draft).utf8)
            let language = body["options"]?["raw"]?["language"]?.string ?? ""
            draft.headers.addMissing("Content-Type", Self.types[language] ?? "text/plain")
        case "urlencoded"?:
            let pairs = Self.pairs(body["urlencoded"]).map { (fill($0.0, &draft), fill($0.1, &draft)) }
            draft.body = Array(PercentCoding.query(pairs).utf8)
            draft.headers.addMissing("Content-Type", "application/x-www-form-urlencoded")
        case "formdata"?: readForm(body["formdata"], &draft)
        case "graphql"?: readGraphQL(body["graphql"], &draft)
        case "file"?:
            draft.body = body["file"]?["content"]?.string.map { Array($0.utf8) }
            if draft.body == nil { draft.changes.append(.fileReferences) }
        case nil: break
        default: draft.error = .unreadable("the mode of its body is unknown")
        }
    }

    private static let types = [
        "json": "application/json", "xml": "application/xml", "html": "text/html",
        "javascript": "application/javascript",
    ]

    private func readForm(_ fields: JSONNode?, _ draft: inout ExchangeDraft) {
        var form = MultipartBody()
        for field in fields?.elements.map({ $0 }) ?? [] where field["disabled"]?.bool != true {
            guard let name = field["key"]?.string else { continue }
            let isFile = field["type"]?.string == "file"
            if isFile { draft.changes.append(.fileReferences) }
            form.add(name, (isFile ? "" : fill(field["value"]?.scalarText ?? "", &draft)).utf8)
        }
        draft.body = form.bytes
        draft.headers.remove("Content-Type")
        draft.headers.append("Content-Type", form.contentType)
    }

    /// The variables of a GraphQL body are JSON in a string.
    private func readGraphQL(_ node: JSONNode?, _ draft: inout ExchangeDraft) {
        guard let query = node?["query"]?.string else { return }
        var members: [JSON.Member] = [.init("query", .string(fill(query, &draft)))]
        if let name = node?["operationName"]?.string { members.append(.init("operationName", .string(name))) }
        if let text = node?["variables"]?.string, !text.isEmpty {
            if let variables = try? JSONDocument(fill(text, &draft)).root.value {
                members.append(.init("variables", variables))
            } else {
                draft.error = draft.error ?? EntryError.unreadable("its variables are not JSON")
            }
        }
        draft.body = JSON.object(members).compactBytes
        draft.headers.addMissing("Content-Type", "application/json")
    }

    /// The parameters of a sign-in: a list of keys and values in 2.1, an object in 2.0.
    private static func parameters(of auth: JSONNode, _ kind: String) -> [(String, String)] {
        guard let node = auth[kind] else { return [] }
        let pairs =
            node.kind == .object
            ? node.members.map { ($0.name, $0.value.scalarText) }
            : node.elements.map { ($0["key"]?.string ?? "", $0["value"]?.scalarText) }
        return pairs.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The secret parameters of a sign-in of any kind.
    func secrets(of auth: JSONNode) -> [ImportedFile.Secret] {
        guard let kind = auth["type"]?.string else { return [] }
        return Self.parameters(of: auth, kind).compactMap { name, value in
            // The key of `apikey` is the name of a header field.
            let label = kind == "apikey" ? name == "value" ? "key" : nil : SecretNames.label(of: name)
            let (text, unset) = variables.fill(value)
            guard let label, unset.isEmpty else { return nil }
            return ImportedFile.Secret(text: text, label: label)
        }
    }

    /// Adds the credentials of a sign-in. Returns its kind if it cannot be expressed in the request.
    func signIn(_ auth: JSONNode?, _ draft: inout ExchangeDraft) -> String? {
        guard let auth, let kind = auth["type"]?.string, kind != "noauth" else { return nil }
        let parameters = Self.parameters(of: auth, kind)
        var unset: [String] = []
        func value(_ name: String) -> String? {
            guard let filled = parameters.first(where: { $0.0 == name }).map({ variables.fill($0.1) }) else {
                return nil
            }
            unset += filled.unset
            return filled.text
        }
        var field: (String, String)?
        switch kind {
        case "basic":
            field = (
                "Authorization", "Basic " + Base64.encode("\(value("username") ?? ""):\(value("password") ?? "")".utf8)
            )
        case "bearer": field = value("token").map { ("Authorization", "Bearer " + $0) }
        case "oauth2" where value("addTokenTo") != "queryParams":
            field = value("accessToken").map { ("Authorization", "Bearer " + $0) }
        case "apikey": field = value("key").map { ($0, value("value") ?? "") }
        default: return kind
        }
        guard let field else { return kind }
        // Variables without a value are no credentials.
        if !unset.isEmpty {
            draft.changes.append(.droppedFields)
            return nil
        }
        if kind == "apikey", value("in") == "query", let address = draft.address {
            let pair = PercentCoding.encode(field.0) + "=" + PercentCoding.encode(field.1)
            draft.address = address + (address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + pair
            return nil
        }
        draft.headers.addMissing(field.0, field.1)
        return nil
    }
}
