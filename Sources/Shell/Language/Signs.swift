import Notation

/// The signs that mean something in a line.
extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let doubleQuote = UInt8(ascii: "\"")
    static let hash = UInt8(ascii: "#")
    static let singleQuote = UInt8(ascii: "'")
    static let comma = UInt8(ascii: ",")
    static let dash = UInt8(ascii: "-")
    static let dot = UInt8(ascii: ".")
    static let equals = UInt8(ascii: "=")
    static let greater = UInt8(ascii: ">")
    static let at = UInt8(ascii: "@")
    static let openParenthesis = UInt8(ascii: "(")
    static let closeParenthesis = UInt8(ascii: ")")
    static let openBracket = UInt8(ascii: "[")
    static let backslash = UInt8(ascii: "\\")
    static let closeBracket = UInt8(ascii: "]")
    static let caret = UInt8(ascii: "^")
    static let underscore = UInt8(ascii: "_")
    static let openBrace = UInt8(ascii: "{")
    static let bar = UInt8(ascii: "|")
    static let closeBrace = UInt8(ascii: "}")

    /// A byte of a table or column name.
    var isNameByte: Bool { ASCII.isLetter(self) || ASCII.isDigit(self) || self == .underscore }
}
