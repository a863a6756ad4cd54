import ExchangeModel
import Notation

/// The fields of a sign-in by browser (RFC 6749, 4.1) that are secrets in an address or a form although their names are
/// everyday words: `code` and `state`.
///
/// They are secrets at the addresses where such a sign-in happens, and elsewhere by their values: a `state` that looks
/// like chance made it, and a long `code` with a `state` beside it. `state=2&code=7` stays what it is.
struct AuthorizationFields {
    /// The last parts of the paths where such a sign-in happens.
    private static let places: Set<String> = ["oauth_auth.do", "oauth_redirect.do", "callback"]
    private static let shortest = 16

    private let isPlace: Bool
    private let hasState: Bool

    /// For the fields of an address or a form; `path` is the address up to them, and may be empty.
    init(of fields: [UInt8], at path: some BidirectionalCollection<UInt8>) {
        let last = path.suffix(while: { $0 != UInt8(ascii: "/") })
        isPlace = Self.places.contains(ASCII.lowercased(String(decoding: last, as: UTF8.self)))
        let state = Array("state=".utf8)
        hasState =
            fields.starts(with: state) || fields.firstRange(of: [UInt8(ascii: "&")] + state) != nil
    }

    /// The label of a field; nil when it is no secret.
    func label(of name: String, _ value: ArraySlice<UInt8>) -> String? {
        switch name {
        case "code": isPlace || hasState && value.count >= Self.shortest ? "token" : nil
        case "state": isPlace || Self.looksRandom(value) ? "token" : nil
        default: nil
        }
    }

    /// Letters, digits and the signs of base64, with a digit and a letter among them, and no record's identifier.
    static func looksRandom(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count >= shortest, value.contains(where: ASCII.isDigit), value.contains(where: ASCII.isLetter)
        else {
            return false
        }
        let isIdentifier = value.count == 32 && value.allSatisfy { ASCII.isDigit($0) || $0 &- 97 < 6 }
        return !isIdentifier
            && value.allSatisfy {
                ASCII.isLetter($0) || ASCII.isDigit($0) || "-_.~%+=".utf8.contains($0)
            }
    }
}

extension BidirectionalCollection where Element == UInt8 {
    /// The bytes at the end for which it holds.
    fileprivate func suffix(while holds: (UInt8) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, holds(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
