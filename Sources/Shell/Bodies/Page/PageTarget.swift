import NowData
import Notation

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

    /// `INC0010021`: letters, then at least four digits.
    static func isNumber(_ text: String) -> Bool {
        let letters = text.utf8.prefix { ASCII.isLetter($0) }, digits = text.utf8.dropFirst(letters.count)
        return 2...10 ~= letters.count && digits.count >= 4 && digits.allSatisfy(ASCII.isDigit)
    }
}
