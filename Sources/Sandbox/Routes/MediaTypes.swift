import ExchangeModel

/// What bodies are written in, both ways.
enum MediaTypes {
    enum Format: Sendable {
        case json
        case xml
    }

    /// The first of the media ranges that the Table API can write, those of equal weight in their order; JSON when the
    /// client does not say. Nil when it can write none.
    static func format(accepting ranges: String?) -> Format? {
        guard let ranges else { return .json }
        let wanted = ranges.split(separator: ",").enumerated().compactMap { place, range -> (Double, Int, Format)? in
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            guard weight > 0 else { return nil }
            switch parts.first {
            case "application/json", "*/*", "application/*": return (weight, place, .json)
            case "application/xml", "text/xml", "text/*": return (weight, place, .xml)
            default: return nil
            }
        }
        return wanted.max { ($0.0, -$0.1) < ($1.0, -$1.1) }?.2
    }

    /// What a write says its body is; JSON when it does not say. Refused when the Table API does not read it.
    @discardableResult
    static func checkBody(of request: HTTPRequest) throws(Refusal) -> Format {
        guard let type = request.headers["Content-Type"] else { return .json }
        switch type.prefix(while: { $0 != ";" && $0 != " " }).lowercased() {
        case "application/json": return .json
        case "application/xml", "text/xml": return .xml
        default: throw Refusal.contentType
        }
    }
}
