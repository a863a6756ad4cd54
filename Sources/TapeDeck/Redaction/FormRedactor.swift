import ExchangeModel

/// Secret fields of a form body (`application/x-www-form-urlencoded`) and, by `QueryRedactor`, of a query.
struct FormRedactor: Redactor {
    static let name = "form"

    func finds(in bytes: [UInt8]) -> [Find] {
        Self.finds(in: bytes) { SecretNames.labelInForm(of: $0) }
    }

    /// The values of the `name=value` fields whose name has a label.
    static func finds(in bytes: [UInt8], label: (String) -> String?) -> [Find] {
        var finds: [Find] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
            if let sign = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")), sign - start <= 128,
                let label = label(PercentCoding.decodeForm(String(decoding: bytes[start..<sign], as: UTF8.self)))
            {
                finds.append(Find(range: sign + 1..<end, label: label, coding: .percent))
            }
            start = end + 1
        }
        return finds
    }
}
