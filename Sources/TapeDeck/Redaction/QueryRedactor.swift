/// Secret fields of an address's query (`token=…&active=true`), and secret columns of the encoded query in it.
struct QueryRedactor: Redactor {
    static let name = "query"

    func finds(in bytes: [UInt8]) -> [Find] {
        let fields = FormRedactor.finds(in: bytes) { SecretNames.label(of: $0) }
        let conditions = bytes.split(separator: UInt8(ascii: "&")).flatMap(Self.conditions)
        return (fields + conditions).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The secrets of `sysparm_query=…`, which is percent-encoded as a whole.
    private static func conditions(in field: ArraySlice<UInt8>) -> [Find] {
        let name = Array("sysparm_query=".utf8)
        guard field.starts(with: name) else { return [] }
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
}
