import ExchangeModel

/// Reads the form that a request carries in its body.
enum PostedFields {
    /// The fields in their order; those of the address do not count. Nil when the body is no form, says it is something
    /// else, or has more bytes than that.
    static func read(_ request: HTTPRequest, most bytes: Int) -> [(name: String, value: String)]? {
        guard let type = request.headers["Content-Type"], let body = request.body, body.count <= bytes,
            HeaderFields.same(String(type.prefix { $0 != ";" && $0 != " " }), "application/x-www-form-urlencoded")
        else { return nil }
        return HTTPURL(scheme: "http", host: "form", query: String(decoding: body, as: UTF8.self)).queryFields
    }
}
