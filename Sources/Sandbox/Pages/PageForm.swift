import ExchangeModel

/// What somebody filled in: the fields of a form that was posted, or of a query.
struct PageForm {
    private let fields: [(name: String, value: String)]

    /// The longest form that is read; what is longer counts as empty.
    private static let mostBytes = 262_144

    /// The fields of a posted form; none when the body is something else.
    init(posted request: HTTPRequest) {
        fields = PostedFields.read(request, most: PageForm.mostBytes) ?? []
    }

    /// The fields of the address.
    init(query request: HTTPRequest) { fields = request.url.queryFields }

    /// The first field of that name.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Whether a field stands there more than once.
    func isRepeated(_ name: String) -> Bool { fields.lazy.filter { $0.name == name }.prefix(2).count > 1 }
}
