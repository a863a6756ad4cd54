import ExchangeModel

/// The fields of a request's query. Of two of the same name the first counts.
struct Parameters {
    private let fields: [(name: String, value: String)]
    private let positions: [String: Int]

    init(_ url: HTTPURL) {
        fields = url.queryFields
        positions = Dictionary(
            fields.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> String? { positions[name].map { fields[$0].value } }

    /// Whether a boolean parameter is the word `true`. Its case does not matter: clients in Python send `True`, and
    /// instances take it so.
    func isTrue(_ name: String) -> Bool { self[name].map { HeaderFields.same($0, "true") } ?? false }

    /// A whole number, cut to what a statement can use; nil when it is missing or no number.
    func number(_ name: String) -> Int? {
        guard let text = self[name] else { return nil }
        if let number = Int(text) { return min(max(number, -1), 1_000_000_000) }
        // One that fits no integer is a number all the same, and not the first page.
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard text.utf8.count - digits.count <= 1, !digits.isEmpty,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return text.hasPrefix("-") ? -1 : 1_000_000_000
    }

    /// The comma-separated names of a parameter; empty when it is missing.
    func names(_ name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }
    }

    /// The `column=value` pairs, which count when there is no `sysparm_query`.
    var pairs: [(name: String, value: String)] {
        fields.filter { !$0.name.hasPrefix("sysparm_") && !$0.name.isEmpty && $0.name != APIKeyBook.name }.prefix(200)
            .map { $0 }
    }
}
