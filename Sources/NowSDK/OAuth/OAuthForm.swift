import ExchangeModel

/// Bodies of the form that the OAuth addresses take, and of no other.
enum OAuthForm {
    /// What a request with such a body says of it.
    static let headers: HeaderFields = [
        "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json",
    ]

    /// The fields in their order.
    static func body(_ fields: [(name: String, value: String)]) -> [UInt8] {
        Array(
            fields.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }
                .joined(separator: "&").utf8)
    }
}
