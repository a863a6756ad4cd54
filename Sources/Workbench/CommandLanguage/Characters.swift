import Notation

/// The bytes with a meaning in a command line.
extension UInt8 {
    package static let tab = UInt8(ascii: "\t")
    package static let lineFeed = UInt8(ascii: "\n")
    package static let carriageReturn = UInt8(ascii: "\r")
    package static let space = UInt8(ascii: " ")
    package static let doubleQuote = UInt8(ascii: "\"")
    package static let hash = UInt8(ascii: "#")
    package static let singleQuote = UInt8(ascii: "'")
    package static let comma = UInt8(ascii: ",")
    package static let dash = UInt8(ascii: "-")
    package static let dot = UInt8(ascii: ".")
    package static let equals = UInt8(ascii: "=")
    package static let greater = UInt8(ascii: ">")
    package static let at = UInt8(ascii: "@")
    package static let openParenthesis = UInt8(ascii: "(")
    package static let closeParenthesis = UInt8(ascii: ")")
    package static let openBracket = UInt8(ascii: "[")
    package static let backslash = UInt8(ascii: "\\")
    package static let closeBracket = UInt8(ascii: "]")
    package static let caret = UInt8(ascii: "^")
    package static let underscore = UInt8(ascii: "_")
    package static let openBrace = UInt8(ascii: "{")
    package static let bar = UInt8(ascii: "|")
    package static let closeBrace = UInt8(ascii: "}")

    /// A byte of a table or column name.
    package var isNameByte: Bool { ASCII.isLetter(self) || ASCII.isDigit(self) || self == .underscore }
}
