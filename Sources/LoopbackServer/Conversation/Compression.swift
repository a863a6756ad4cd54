import ExchangeModel

/// Gzip for clients that accept it (RFC 9110, 12.5.3).
enum Compression {
    /// Shorter bodies fit one packet as they are.
    private static let shortest = 1400

    /// The answer to a request, compressed if its body is text and the client accepts gzip.
    static func applied(to response: HTTPResponse, for request: HeaderFields) -> HTTPResponse {
        guard response.body.count >= shortest, response.headers["Content-Encoding"] == nil,
            isText(response.headers["Content-Type"]), accepts(request["Accept-Encoding"])
        else { return response }
        var compressed = response
        compressed.body = Gzip.compress(response.body, fast: true)
        compressed.headers.append("Content-Encoding", "gzip")
        compressed.headers.append("Vary", "Accept-Encoding")
        return compressed
    }

    private static func isText(_ type: String?) -> Bool {
        guard let type = type?.prefix(while: { $0 != ";" }).lowercased() else { return false }
        return type.hasPrefix("text/") || ["json", "xml", "javascript"].contains { type.hasSuffix($0) }
    }

    private static func accepts(_ codings: String?) -> Bool {
        let weights = (codings ?? "").lowercased().split(separator: ",").map {
            coding -> (name: String, weight: Double) in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (parts.first ?? "", weight)
        }
        let named = weights.first { $0.name == "gzip" || $0.name == "x-gzip" } ?? weights.first { $0.name == "*" }
        return (named?.weight ?? 0) > 0
    }
}
