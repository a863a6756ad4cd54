package import ExchangeModel
package import Notation
import Redactors

/// What a request changes at the instance, judged by everything that would be sent. Recipes, plans, profiles, `rest`,
/// drift, the proxy, the relay and epochs all ask here, so none of them can be passed by a spelling that another knows.
///
/// GET, HEAD and OPTIONS read, as HTTP defines them: also those of Scripted REST APIs, about which nothing is known.
/// A GraphQL document reads if each operation that may run is a query, and a batch if each of its parts reads.
/// Everything else is a change, and a change of anything if it cannot be told of what.
package enum RequestEffect: Sendable, Hashable {
    package enum Thing: Sendable, Hashable {
        case table(String)
        case attachments
        /// The journal of a record of any table.
        case journal
        /// It is not known of what.
        case anything
    }

    case reads
    case changes(Set<Thing>)

    static let unknown = RequestEffect.changes([.anything])

    /// The effect of a request as it would be sent. Its purpose does not matter.
    package static func of(_ request: HTTPRequest) -> RequestEffect { effect(of: request, isPart: false) }

    /// Whether a method promises to change nothing (RFC 9110, 9.2.1). Names of methods are case-sensitive.
    package static func isReading(_ method: HTTPMethod) -> Bool {
        switch method {
        case .get, .head, .options: true
        default: false
        }
    }

    private static func effect(of request: HTTPRequest, isPart: Bool) -> RequestEffect {
        let path = request.url.path
        // Some servers separate the fields of a query with semicolons too, and read those of a path.
        let parts =
            [request.url.query ?? ""]
            + path.utf8.split(separator: UInt8(ascii: "/")).map { step in
                String(Substring(step.drop { $0 != UInt8(ascii: ";") }))
            }
        let fields = parts.flatMap { part in
            PercentCoding.fields(of: part) { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") }
        }
        let overrides =
            request.headers.fields.filter(\.overridesRequest).map(\.value)
            + fields.filter { ChangingAddress.overridesRequest($0.name) }.map(\.value)
        if (overrides.map { HTTPMethod(rawValue: $0.uppercased()) } + [request.method]).allSatisfy(isReading) {
            if ChangingAddress.isNamed(byPath: path) || fields.contains(where: ChangingAddress.isNamed) {
                return .unknown
            }
            // A server that finds a document here may run it, however the path is spelled.
            if GraphQLEndpoint.isEndpoint(at: ChangingAddress.decoded(path).lowercased()) {
                return ofDocuments(in: request)
            }
            // A form in the body of a GET may name a method too.
            return request.body?.isEmpty ?? true ? .reads : .unknown
        }
        // An instance that ignores the override sees a POST.
        if request.method == .post, overrides.isEmpty {
            if isPath("graphql", path) { return ofDocuments(in: request) }
            if isPath("batch", path) { return isPart ? .unknown : ofParts(in: request) }
        }
        return .changes([thing(at: path)])
    }

    /// Whether a path is an instance's own resource, in its own spelling only: any other that ends like it may do
    /// anything with the same body.
    private static func isPath(_ name: String, _ path: String) -> Bool {
        ["/api/now/", "/api/now/v1/", "/api/now/v2/"].contains { path == $0 + name }
    }

    /// The Task Tracker API of My Work, before a task's sys_id and `comment`.
    private static let comments: [Substring] = ["api", "x_snc_my_work", "v1", "tracker", "task"]

    /// What a path of the Table, Attachment or Task Tracker API names, in their own spelling only.
    package static func thing(at path: String) -> Thing {
        guard path.utf8.allSatisfy({ ASCII.isName($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "-") }) else {
            return .anything
        }
        var steps = path.split(separator: "/", omittingEmptySubsequences: false)[...].dropFirst()
        guard steps.first == "api", !steps.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            return .anything
        }
        if steps.starts(with: comments), steps.count == comments.count + 2, steps.last == "comment" { return .journal }
        guard steps.starts(with: ["api", "now"]) else { return .anything }
        steps = steps.dropFirst(2)
        if let version = steps.first, version.first == "v", version.dropFirst().allSatisfy(\.isNumber) {
            steps = steps.dropFirst()
        }
        switch (steps.first, steps.dropFirst().first) {
        case ("attachment", _): return .attachments
        case ("table", let name?) where steps.count <= 3:
            let isPlain = name.utf8.allSatisfy {
                ASCII.isDigit($0) || $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0)
            }
            return isPlain ? .table(String(name)) : .anything
        // An import set's transform maps write to other tables.
        default: return .anything
        }
    }
}

/// Whether a request only reads.
package enum Safety {
    /// Whether a request is safe (RFC 9110, 9.2.1), as far as can be told. Safe requests may be repeated, coalesced and
    /// played out of order; others open an epoch.
    package static func isSafe(_ request: HTTPRequest) -> Bool { RequestEffect.of(request) == .reads }
}

extension RequestEffect {
    // MARK: GraphQL

    /// The effect of all documents in a URL and a body that may run. Which of several names, documents or places an
    /// instance uses is not known, so a name counts only if it is the only one.
    private static func ofDocuments(in request: HTTPRequest) -> RequestEffect {
        let fields = request.url.queryFields
        let names = fields.filter { $0.name == "operationName" }.map(\.value)
        var documents = fields.filter { $0.name == "query" }.map { GraphQLText.Run(document: $0.value) }
        if fields.contains(where: { storedDocument.contains($0.name) }) { return .unknown }
        guard let body = request.body, !body.isEmpty else {
            if documents.count == 1, names.count == 1 { documents[0].name = names[0] }
            guard isReading(request.method), !documents.isEmpty || fields.isEmpty else { return .unknown }
            return changed(by: documents)
        }
        guard let root = json(in: request) else { return .unknown }
        let runs = root.kind == .array ? Array(root.elements) : [root]
        for run in runs {
            guard isPlain(run), let text = run["query"]?.string,
                !run.members.contains(where: { holdsStoredDocument($0.name, $0.value) })
            else { return .unknown }
            documents.append(GraphQLText.Run(document: text, name: names.isEmpty ? run["operationName"]?.string : nil))
        }
        return runs.isEmpty ? .unknown : changed(by: documents)
    }

    /// What the operations of a document can change, each once, in the document's order.
    ///
    /// - Parameter name: the operation that runs; nil, or a name that not exactly one has, is any.
    package static func changes(of document: GraphQL.Document, operation name: String? = nil) -> [Thing] {
        let operations = document.operations
        let named = operations.filter { operation in name.flatMap { operation.name?.text.isSame(as: $0) } ?? false }
        let running = named.count == 1 ? named : operations
        if running.isEmpty { return [.anything] }
        let fragments = GraphQL.Fragments(document)
        var changed: [Thing] = []
        for operation in running where operation.kind != .query {
            let roots = fragments.fields(of: operation.selections).filter { $0.name.text != "__typename" }
            // A subscription, nothing that is known, or fragments of which an instance may take either.
            guard operation.kind == .mutation, !roots.isEmpty,
                Set(document.fragments.map(\.name.text)).count == document.fragments.count
            else { return [.anything] }
            for root in roots {
                let fields = fragments.fields(of: root.selections ?? []).filter { $0.name.text != "__typename" }
                guard root.name.text == GraphQL.RecordNames.recordMutation, !fields.isEmpty else {
                    changed.append(.anything)
                    continue
                }
                changed += fields.map { GraphQL.RecordWrite.read($0.name.text).map { .table($0.table) } ?? .anything }
            }
        }
        var seen: Set<Thing> = []
        return changed.filter { seen.insert($0).inserted }
    }

    private static func changed(by documents: [GraphQLText.Run]) -> RequestEffect {
        let changed = Set(documents.flatMap(GraphQLText.changes))
        return changed.isEmpty ? .reads : .changes(changed)
    }

    private static let storedDocument: Set<String> = [
        "extensions", "id", "documentId", "document_id", "doc_id", "queryId", "query_id", "hash", "sha256Hash",
    ]

    /// Pages send empty `extensions` with every document.
    private static func holdsStoredDocument(_ name: String, _ node: JSONNode) -> Bool {
        storedDocument.contains(name) && !(name == "extensions" && (node.kind == .null || node.count == 0))
    }

    /// The body as JSON; nil if it is something else or may be read as something else.
    private static func json(in request: HTTPRequest) -> JSONNode? {
        let codings = request.headers.values(of: "Content-Encoding")
        let types = request.headers.values(of: "Content-Type").map(HeaderValue.init)
        guard codings.allSatisfy({ HeaderFields.same($0, "identity") }), types.count < 2,
            types.allSatisfy({ $0.map(isJSON) ?? false })
        else { return nil }
        return request.body.flatMap { try? JSONDocument($0) }?.root
    }

    private static func isJSON(_ type: HeaderValue) -> Bool {
        (type.essence == "application/json" || type.essence.hasSuffix("+json"))
            && type.parameters.allSatisfy { $0.name != "charset" || HeaderFields.same($0.value, "utf-8") }
    }

    // MARK: Batches

    /// The requests of a batch, with the ids that its answer has too; nil for another request. A part is nil if it can
    /// be read in more than one way.
    package static func parts(of request: HTTPRequest) -> [(id: String, request: HTTPRequest?)]? {
        guard request.method == .post, isPath("batch", request.url.path), let root = json(in: request), isPlain(root),
            let parts = root["rest_requests"], parts.kind == .array
        else { return nil }
        return parts.elements.map { ($0["id"]?.scalarText ?? "", self.request(ofPart: $0)) }
    }

    private static func ofParts(in request: HTTPRequest) -> RequestEffect {
        guard let parts = parts(of: request) else { return .unknown }
        var changed: Set<Thing> = []
        for (_, sent) in parts {
            guard let sent else { return .unknown }
            if case .changes(let more) = effect(of: sent, isPart: true) { changed.formUnion(more) }
        }
        return changed.isEmpty ? .reads : .changes(changed)
    }

    /// The request that a part stands for; nil if it can be read in more than one way.
    private static func request(ofPart part: JSONNode) -> HTTPRequest? {
        guard isPlain(part), part.members.allSatisfy({ partMembers.contains($0.name) }),
            let target = part["url"]?.string, let headers = headers(ofPart: part["headers"])
        else { return nil }
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        // Neither an address of another host, nor a path that a server may resolve or decode first.
        let steps = halves[0].split(separator: "/", omittingEmptySubsequences: false)
        guard steps.count > 1, steps[0].isEmpty,
            !steps.dropFirst().contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }),
            !halves[0].utf8.contains(where: { [0x25, 0x3B, 0x5C, 0x23].contains($0) || $0 <= 0x20 })
        else { return nil }
        guard let method = part["method"].map(\.string) ?? "GET" else { return nil }
        var sent = HTTPRequest(
            HTTPMethod(rawValue: method.uppercased()),
            HTTPURL(scheme: "http", host: "", path: halves[0], query: halves.count > 1 ? halves[1] : nil),
            headers: headers)
        if let body = part["body"], body.kind != .null {
            guard let bytes = body.string.flatMap({ Base64.decode(Array($0.utf8)) }) else { return nil }
            sent.body = bytes
        }
        return sent
    }

    private static let partMembers: Set<String> = [
        "id", "method", "url", "headers", "body", "exclude_response_headers",
    ]

    private static func headers(ofPart node: JSONNode?) -> HeaderFields? {
        guard let node, node.kind != .null else { return [:] }
        guard node.kind == .array else { return nil }
        var headers = HeaderFields()
        for field in node.elements {
            // A server may drop what is no character of a name.
            guard isPlain(field), let name = field["name"]?.string, let value = field["value"]?.string,
                name.utf8.allSatisfy(HeaderValue.isToken)
            else { return nil }
            headers.append(name, value)
        }
        return headers
    }

    /// Whether it is an object in which no name occurs twice: which of the two a server uses is unknown.
    private static func isPlain(_ object: JSONNode) -> Bool {
        var seen: Set<[UInt8]> = []
        return object.kind == .object && object.members.allSatisfy { seen.insert(Array($0.name.utf8)).inserted }
    }
}

/// Addresses of an instance whose GET is known to change something.
enum ChangingAddress {
    /// Processors and pages, as the last step of a path: they run a script that the query names, empty caches, end the
    /// session or transactions, and give out or revoke tokens.
    private static let processors: Set<String> = [
        "xmlhttp.do", "ui_page_process.do", "sys.scripts.do", "cache.do", "logout.do", "cancel_my_transaction.do",
        "impersonate.do", "oauth_token.do", "oauth_revoke_token.do",
    ]

    /// What JSON processors do without changing anything; `sysparm_action` may be any of their actions.
    private static let readingActions: Set<String> = ["get", "getKeys", "getRecords"]

    /// Whether a path names a changing processor in any step and spelling.
    static func isNamed(byPath path: String) -> Bool {
        decoded(path).utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.contains { step in
            let name = step.prefix { $0 != UInt8(ascii: ";") }
            let end = name.lastIndex { $0 > 32 && $0 != UInt8(ascii: ".") }
            return end.map { processors.contains(ASCII.lowercased(String(Substring(name[...$0])))) } ?? false
        }
    }

    /// A path without escapes, however often they were escaped.
    static func decoded(_ path: String) -> String {
        var path = path
        while case let plain = PercentCoding.decode(path), plain != path { path = plain }
        return path
    }

    /// Whether a query's field makes a page or processor do something: `sys_action=…`, as a form's button sends it.
    static func isNamed(_ field: (name: String, value: String)) -> Bool {
        let name = ASCII.lowercased(field.name)
        if name == "sysparm_action" { return !readingActions.contains(field.value) }
        return ["sysverb_", "sys_action"].contains { name.utf8.starts(with: $0.utf8) }
    }

    /// Whether a server may take the method from a query's field: `_method`, in frameworks also `_method[]`.
    static func overridesRequest(_ name: String) -> Bool {
        HeaderField.overridesRequest(String(Substring(name.utf8.prefix { $0 > 32 && $0 != UInt8(ascii: "[") })))
    }
}
