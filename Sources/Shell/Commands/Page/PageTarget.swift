import ExchangeModel
import Notation
import NowData

/// What the first argument of `page open` is, by its form alone.
enum PageTarget: Sendable, Hashable {
    /// An address: it has a sign that no name has.
    case address
    /// A table.
    case table
    /// The number of a task.
    case number
    /// The number of a knowledge article.
    case article
    /// A record without its table.
    case sysID

    init(_ text: String) {
        if RecordName.isSysID(text) {
            self = .sysID
        } else if Self.isNumber(text) {
            self = ASCII.lowercased(text).hasPrefix("kb") ? .article : .number
        } else {
            self = FieldList.isName(text) ? .table : .address
        }
    }

    /// A text without the part of the page that it names, and that part; a part alone is no text.
    static func parted(_ text: String) -> (page: String, part: String?) {
        guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "#")), sign > text.startIndex else { return (text, nil) }
        let part = text[text.index(after: sign)...]
        return (String(text[..<sign]), PercentCoding.decode(part))
    }

    /// `INC0010021`: letters, then at least four digits.
    static func isNumber(_ text: String) -> Bool {
        let letters = text.utf8.prefix { ASCII.isLetter($0) }, digits = text.utf8.dropFirst(letters.count)
        return 2...10 ~= letters.count && digits.count >= 4 && digits.allSatisfy(ASCII.isDigit)
    }
}
