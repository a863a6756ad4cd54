package import Notation

/// Something on a tape that should not be there. It says where, never what.
package struct AuditFinding: Sendable, Hashable, CustomStringConvertible {
    /// What was found.
    package enum Kind: Sendable, Hashable {
        /// A value in a place where only placeholders may stand; with the placeholder's word.
        case position(String)
        /// A secret that this process knows.
        case known
        /// Something that looks like a key or a token.
        case token
        /// It cannot be read, so nothing can be vouched for.
        case unreadable(String)
    }

    /// What holds it: `exchange 12`, `command 3`, `session 1`, `the tape`.
    package var holder: String
    /// Which part of it: `request header Authorization`, `answer body`, `line`.
    package var part: String
    /// Where in the part, in bytes; nil for all of it.
    package var offset: Int?
    /// What was found there.
    package var kind: Kind

    /// A finding in a part of a holder, at a byte of it.
    package init(_ holder: String, _ part: String, at offset: Int?, _ kind: Kind) {
        self.holder = holder
        self.part = part
        self.offset = offset
        self.kind = kind
    }

    /// Where it is, as an allow-list names it.
    package var place: String { "\(holder), \(MissText.plain(part))" + (offset.map { ", byte \($0)" } ?? "") }

    /// One sentence.
    package var description: String {
        switch kind {
        case .position("header"): "\(place): a header value that nobody vouches for."
        case .position(let label): "\(place): a value (\(label)) that is no placeholder."
        case .known: "\(place): a secret that this process knows."
        case .token: "\(place): something that looks like a key or a token."
        case .unreadable(let reason): "\(place): cannot be read: \(MissText.plain(reason))"
        }
    }

    /// The same for programs.
    package var json: JSON {
        let word =
            switch kind {
            case .position(let label): label
            case .known: "known-secret"
            case .token: "token"
            case .unreadable: "unreadable"
            }
        return [
            "holder": .string(holder), "part": .string(part),
            "offset": offset.map { .number(String($0)) } ?? .null, "kind": .string(word),
        ]
    }
}
