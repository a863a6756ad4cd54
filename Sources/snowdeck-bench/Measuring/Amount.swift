/// Numbers as the table shows them: three digits, and a unit near them.
enum Amount {
    /// Nanoseconds.
    static func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1000: "\(digits(nanoseconds)) ns"
        case ..<1_000_000: "\(digits(nanoseconds / 1000)) µs"
        case ..<1_000_000_000: "\(digits(nanoseconds / 1_000_000)) ms"
        default: "\(digits(nanoseconds / 1_000_000_000)) s"
        }
    }

    /// Bytes, in units of a thousand.
    static func size(_ bytes: Double) -> String {
        switch abs(bytes) {
        case ..<1000: "\(digits(bytes)) B"
        case ..<1_000_000: "\(digits(bytes / 1000)) kB"
        default: "\(digits(bytes / 1_000_000)) MB"
        }
    }

    static func ratio(_ ratio: Double) -> String { digits(ratio) + "×" }

    /// Three digits that count, no more than the value has.
    static func digits(_ value: Double) -> String {
        let size = abs(value)
        if size >= 100 || value == 0 { return String(Int(value.rounded())) }
        let places = size >= 10 ? 1 : 2
        let scale = places == 1 ? 10.0 : 100.0
        let whole = Int((size * scale).rounded())
        let fraction = String(whole % Int(scale))
        let padded = String(repeating: "0", count: places - fraction.count) + fraction
        return (value < 0 ? "-" : "") + "\(whole / Int(scale)).\(padded)"
    }
}
