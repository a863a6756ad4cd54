import ExchangeModel

/// The fields of a form that a request carries in its body. Those of its address do not count.
struct TokenForm {
    private let fields: [String: String]

    /// The most bytes of a form.
    private static let mostBytes = 65_536

    /// Nil when the body is no form, or says it is something else, or is larger than any form.
    init?(_ request: HTTPRequest) {
        guard let posted = PostedFields.read(request, most: TokenForm.mostBytes) else { return nil }
        fields = Dictionary(posted.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// A field; of two of the same name the first counts. Nil when it is missing or empty.
    subscript(name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
}
