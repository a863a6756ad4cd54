import ExchangeModel

/// What a write may say its body is.
enum MediaTypes {
    /// Refuses a write whose `Content-Type` is none of those the Table API reads. It may be missing.
    static func checkBody(of request: HTTPRequest) throws(Refusal) {
        guard let type = request.headers["Content-Type"] else { return }
        let essence = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard ["application/json", "application/xml", "text/xml"].contains(essence) else { throw Refusal.contentType }
    }
}
