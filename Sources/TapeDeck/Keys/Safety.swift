import CassetteStore
package import ExchangeModel
import Notation

/// Decides whether a request is safe (RFC 9110, 9.2.1). Safe requests may be repeated, coalesced and played out of
/// order; unsafe ones open an epoch.
package enum Safety {
    /// GET, HEAD and OPTIONS are safe unless a method override says otherwise; so are a GraphQL POST with queries only
    /// and a batch of safe requests. What cannot be parsed is unsafe.
    package static func isSafe(_ request: HTTPRequest) -> Bool {
        isSafe(request.effectiveMethod, path: request.url.path, query: request.url.query, body: request.body)
    }

    /// The same for an exchange on a tape.
    ///
    /// - Parameter target: the path and query of its URL.
    static func isSafe(_ exchange: ExchangeHead, _ target: UnsafeBufferPointer<UInt8>) -> Bool {
        let path = UnsafeBufferPointer(rebasing: target.prefix { $0 != UInt8(ascii: "?") })
        if ["GET", "HEAD", "OPTIONS"].contains(where: { exchange.method.elementsEqual($0.utf8) }),
            !GraphQLOperation.isEndpoint(at: path)
        {
            return true
        }
        return HTTPRequest(exchange).map(isSafe) ?? false
    }

    private static func isSafe(
        _ method: HTTPMethod, path: String, query: String?, body: [UInt8]?, isPart: Bool = false
    ) -> Bool {
        switch method {
        case .get, .head, .options:
            // The endpoint also accepts GET: a mutation in a URL is still unsafe.
            guard isGraphQL(path) else { return true }
            return hasQueriesOnly(query: query ?? "") && (body.map { $0.isEmpty || hasQueriesOnly($0) } ?? true)
        case .post:
            guard let body else { return false }
            if isGraphQL(path) { return hasQueriesOnly(body) && hasQueriesOnly(query: query ?? "") }
            return isBatch(path) && !isPart && hasSafePartsOnly(body)
        default: return false
        }
    }

    private static func isGraphQL(_ path: String) -> Bool {
        GraphQLOperation.isEndpoint(at: path)
    }

    private static func isBatch(_ path: String) -> Bool {
        ["/api/now/batch", "/api/now/v1/batch", "/api/now/v2/batch"].contains(path)
    }

    /// Whether the documents in a URL contain only queries. With a repeated operation name all operations count.
    private static func hasQueriesOnly(query: String) -> Bool {
        let fields = HTTPURL(scheme: "http", host: "", query: query).queryFields
        let names = fields.filter { $0.name == "operationName" }
        return fields.filter { $0.name == "query" }.allSatisfy {
            GraphQLText.readsOnly($0.value, operation: names.count == 1 ? names[0].value : nil)
        }
    }

    /// Whether no member name occurs twice: which of the two a server uses is unknown.
    private static func isPlain(_ object: JSONNode) -> Bool {
        var seen: Set<[UInt8]> = []
        return object.members.allSatisfy { seen.insert(Array($0.name.utf8)).inserted }
    }

    private static func hasQueriesOnly(_ body: [UInt8]) -> Bool {
        guard let root = (try? JSONDocument(body))?.root else { return false }
        let operations = root.kind == .array ? Array(root.elements) : [root]
        return !operations.isEmpty
            && operations.allSatisfy {
                let name = $0["operationName"]?.string
                return isPlain($0) && $0["query"]?.string.map { GraphQLText.readsOnly($0, operation: name) } ?? false
            }
    }

    private static func hasSafePartsOnly(_ body: [UInt8]) -> Bool {
        guard let root = (try? JSONDocument(body))?.root, isPlain(root), let parts = root["rest_requests"],
            parts.kind == .array
        else { return false }
        return parts.elements.allSatisfy { part in
            guard isPlain(part), let url = part["url"]?.string else { return false }
            let target = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let override = part["headers"]?.elements.first {
                $0["name"]?.string.map { HeaderFields.same($0, "X-HTTP-Method-Override") } ?? false
            }?["value"]?.string
            let named = part["method"]?.string ?? "GET"
            let method = named.utf8.elementsEqual("POST".utf8) ? override ?? named : named
            return isSafe(
                HTTPMethod(rawValue: method.uppercased()), path: String(target.first ?? ""),
                query: target.count > 1 ? String(target[1]) : nil,
                body: part["body"]?.string.flatMap { Base64.decode(Array($0.utf8)[...]) }, isPart: true)
        }
    }
}
