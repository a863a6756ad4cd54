import ExchangeModel

/// Secret fields of an address's query (`token=…&active=true`), secret columns of the encoded query in it, and secret
/// fields of an address that stands in it (`sysparm_uri=%2Fx.do%3Ftoken%3D…`).
struct QueryRedactor: Redactor {
    static let name = "query"

    /// What stands before the query: the path of its address.
    var path: [UInt8] = []
    /// Whether the address itself stands in a query.
    var isNested = false

    func finds(in bytes: [UInt8]) -> [Find] {
        let authorization = AuthorizationFields(of: bytes, at: path)
        var finds = FormRedactor.finds(in: bytes) { name, value in
            SecretNames.label(of: name) ?? authorization.label(of: name, value)
        }
        // A field that is a secret goes as a whole.
        let ends = Set(finds.map(\.range.upperBound))
        for field in bytes.split(separator: UInt8(ascii: "&")) where !ends.contains(field.endIndex) {
            finds += Self.conditions(in: field) ?? (isNested ? [] : Self.embedded(in: field))
        }
        return Find.merged(finds)
    }

    /// The secrets of `sysparm_query=…`, which is percent-encoded as a whole; nil for any other field.
    private static func conditions(in field: ArraySlice<UInt8>) -> [Find]? {
        let name = Array("sysparm_query=".utf8)
        guard field.starts(with: name) else { return nil }
        let value = field.dropFirst(name.count)
        let view = EscapedView(value, of: .form)
        return EncodedQueryRedactor().finds(in: view?.bytes ?? Array(value)).map { find in
            var find = find
            find.range =
                view?.place(of: find.range)
                ?? find.range.lowerBound + value.startIndex..<find.range.upperBound + value.startIndex
            find.coding = .percent
            return find
        }
    }

    /// The secrets of an address or another text in a field.
    private static func embedded(in field: ArraySlice<UInt8>) -> [Find] {
        guard let sign = field.firstIndex(of: UInt8(ascii: "=")) else { return [] }
        let value = field[(sign + 1)...]
        var finds = EmbeddedText.finds(in: value, .form, depth: 1)
        if value.contains(UInt8(ascii: "%")) {
            finds += NestedText(value, .percent).finds(by: AddressRedactor(isNested: true).finds)
        }
        return finds
    }
}
