import ExchangeModel

/// What somebody filled in: the fields of a form that was posted, or of a query.
struct PageForm {
    private let fields: [(name: String, value: String)]
    /// Where the first field of each name stands.
    private let positions: [String: Int]

    /// The longest form that is read; what is longer counts as empty.
    static let mostBytes = 262_144

    private init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
        positions = Dictionary(
            fields.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// The fields of a posted form; none when the body is something else.
    init(posted request: HTTPRequest, most bytes: Int = mostBytes) {
        self.init(PostedFields.read(request, most: bytes) ?? [])
    }

    /// The fields of the address.
    init(query request: HTTPRequest) { self.init(request.url.queryFields) }

    /// The first field of that name.
    subscript(name: String) -> String? { positions[name].map { fields[$0].value } }

    /// Whether a field stands there more than once.
    func isRepeated(_ name: String) -> Bool { fields.lazy.filter { $0.name == name }.prefix(2).count > 1 }
}
