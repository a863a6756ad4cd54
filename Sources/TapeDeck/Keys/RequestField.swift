import Notation

/// A name and a value of a query, a form or the header lines, with the form of the value that is compared.
struct RequestField: Sendable, Hashable {
    /// The name, decoded.
    var name: String
    /// The value, decoded, as it was asked for.
    var value: String
    /// The value in the one form that all spellings of the same meaning share.
    var normal: String

    init(_ name: String, _ value: String, normal: String? = nil) {
        self.name = name
        self.value = value
        self.normal = normal ?? value
    }

    /// A field of an address's query. An encoded query that is fully understood is compared in its normal form, a list of
    /// fields as a set; everything else by its text.
    init(query name: String, _ value: String) {
        switch name {
        case "sysparm_query": self.init(name, value, normal: EncodedQuery(value).normalForm)
        case "sysparm_fields": self.init(name, value, normal: Self.set(value))
        default: self.init(name, value)
        }
    }

    private static func set(_ list: String) -> String {
        let names = list.utf8.split(separator: UInt8(ascii: ",")).map { String(ASCII.trimmed(Substring($0))) }
        let sorted = names.filter { !$0.isEmpty }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return sorted.enumerated().filter { $0 == 0 || !sorted[$0 - 1].isSame(as: $1) }.map(\.element)
            .joined(separator: ",")
    }
}

extension [RequestField] {
    /// By name; fields of one name keep their order.
    func sortedByName() -> [RequestField] {
        guard count > 1 else { return self }
        return enumerated().sorted { left, right in
            left.element.name.isSame(as: right.element.name)
                ? left.offset < right.offset : left.element.name.utf8.lexicographicallyPrecedes(right.element.name.utf8)
        }.map(\.element)
    }
}
