import Notation

/// How people name records.
package enum RecordName {
    /// How many rows are asked for: enough to show which ones go by the same name.
    package static let shown = 5

    /// 32 hexadecimal digits.
    package static func isSysID(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { ASCII.hexValue($0) != nil }
    }

    /// The columns to look in, likeliest first: numbers are letters and digits, logins have no spaces.
    package static func columns(for name: String) -> [String] {
        let digits = name.utf8.reversed().prefix(while: ASCII.isDigit).count
        let looksLikeNumber = digits >= 3 && digits < name.utf8.count && !name.utf8.contains(UInt8(ascii: " "))
        let named = name.utf8.contains(UInt8(ascii: " ")) ? ["name", "title"] : ["user_name", "name"]
        return looksLikeNumber ? ["number"] + named : named + ["number"]
    }

    /// Whether the row holds that name there, letter case aside, as instances compare.
    static func row(_ row: TableRow, holds name: String, in column: String) -> Bool {
        guard let cell = row[column] else { return false }
        let wanted = name.lowercased()
        return cell.value.lowercased() == wanted || cell.display?.lowercased() == wanted
    }
}
