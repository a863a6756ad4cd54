/// Sizes for people.
package enum ByteText {
    /// `812 B`, `5.3 kB`, `53 kB`, `1.2 MB`.
    package static func short(_ bytes: Int) -> String {
        var value = Double(bytes)
        for unit in ["B", "kB", "MB", "GB"] {
            if value < 999.5 || unit == "GB" {
                let isPlain = unit == "B" || value >= 9.95
                let tenths = Int((value * 10).rounded())
                return isPlain ? "\(Int(value.rounded())) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
            }
            value /= 1000
        }
        return ""
    }
}
