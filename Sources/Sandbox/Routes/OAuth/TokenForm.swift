import ExchangeModel

/// The fields of a form that a request carries in its body. Those of its address do not count.
struct TokenForm {
    private let fields: [String: String]

    /// The most bytes of a form.
    private static let mostBytes = 65_536

    /// Nil when the body is no form, or says it is something else, or is larger than any form.
    init?(_ request: HTTPRequest) {
        guard let type = request.headers["Content-Type"], let body = request.body, body.count <= TokenForm.mostBytes,
            HeaderFields.same(
                String(type.prefix { $0 != ";" && $0 != " " }), "application/x-www-form-urlencoded")
        else { return nil }
        let address = HTTPURL(scheme: "http", host: "form", query: String(decoding: body, as: UTF8.self))
        fields = Dictionary(address.queryFields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// A field; of two of the same name the first counts. Nil when it is missing or empty.
    subscript(name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
}
