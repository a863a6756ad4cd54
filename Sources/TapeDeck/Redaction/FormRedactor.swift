import ExchangeModel

/// Secret fields of a form body (`application/x-www-form-urlencoded`) and, by `QueryRedactor`, of a query.
struct FormRedactor: Redactor {
    static let name = "form"

    func finds(in bytes: [UInt8]) -> [Find] {
        let authorization = AuthorizationFields(of: bytes, at: [])
        return Self.finds(in: bytes) { name, value in
            SecretNames.labelInForm(of: name) ?? authorization.label(of: name, value)
        }
    }

    /// The values of the `name=value` fields that have a label, by name and value.
    static func finds(in bytes: [UInt8], label: (String, ArraySlice<UInt8>) -> String?) -> [Find] {
        var finds: [Find] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
            if let sign = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")), sign - start <= 128,
                let label = label(
                    PercentCoding.decodeForm(String(decoding: bytes[start..<sign], as: UTF8.self)),
                    bytes[(sign + 1)..<end])
            {
                finds.append(Find(range: sign + 1..<end, label: label, coding: .percent))
            }
            start = end + 1
        }
        return finds
    }
}
