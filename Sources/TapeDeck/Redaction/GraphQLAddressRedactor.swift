import ExchangeModel
import Notation

/// Secrets of a GraphQL request in an address: in the document (`query=`), and in its `variables`.
struct GraphQLAddressRedactor: Redactor {
    static let name = GraphQLBodyRedactor.name

    /// Whether the text is the whole address, and not only its query.
    var isWhole = false

    func finds(in bytes: [UInt8]) -> [Find] {
        var start = 0
        if isWhole {
            guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return [] }
            start = mark + 1
        }
        let fields = bytes[start...].split(separator: UInt8(ascii: "&"))
        var finds: [Find] = []
        var uses: [String: GraphQLSecretScan.Use] = [:]
        for value in fields.compactMap({ Self.value(of: "query", in: $0) }) {
            let document = NestedText(value, .form)
            let scan = GraphQLSecretScan(document.bytes[...])
            finds += document.finds { _ in scan.finds }
            uses.merge(scan.variables) { first, _ in first }
        }
        for value in fields.compactMap({ Self.value(of: "variables", in: $0) }) {
            finds += NestedText(value, .form).finds(by: GraphQLVariablesRedactor(uses: uses).finds)
        }
        return finds.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The value of the field of that name, in whatever way the name is spelled.
    private static func value(of name: String, in field: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let sign = field.firstIndex(of: UInt8(ascii: "=")), sign - field.startIndex <= 64,
            PercentCoding.decodeForm(String(decoding: field[..<sign], as: UTF8.self)).isSame(as: name)
        else { return nil }
        return field[(sign + 1)...]
    }
}
