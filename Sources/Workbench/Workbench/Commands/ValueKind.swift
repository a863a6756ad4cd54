import Notation
import NowSDK

/// The kind of an argument or a flag's value, used by binding, completion and help.
package enum ValueKind: Sendable, Hashable {
    case table
    case record
    case task
    /// The name of a column of the table.
    case column
    /// Comma-separated column names, dot-walks included.
    case fields
    /// Column names to order by; a leading `-` means descending.
    case ordering
    /// The same for the columns of `table count`.
    case groupOrdering
    case query
    /// Any number of `field=value`; see `Assignment`.
    case assignment(of: AssignedName)
    case file
    /// A file that the command creates.
    case newFile
    case cassette
    /// A cassette that the command makes.
    case newCassette
    case recipe
    /// A profile's name, an instance's name or its URL.
    case instance
    case profile
    case number(ClosedRange<Int>)
    /// A size in bytes: `1048576`, `512k`, `64m`, `1g`.
    case size
    case signInKind
    /// A user name for signing in.
    case user
    case secretSource
    /// One of the given words.
    case choice([String])
    case topic
    case setting
    /// A request method, in either case.
    case method
    /// A REST path, relative to the instance.
    case path
    /// A page: an address of the instance, a table, or a number.
    case page
    /// A link number of the page.
    case link
    /// A form of the page, by name or number.
    case form
    /// A built-in theme's name, or the file of a theme.
    case theme
    /// `name=value` in a URL's query.
    case parameter
    /// A header line: `Name: value`.
    case header
    /// A media type: `text/plain`.
    case mediaType
    /// A GraphQL document, or `@FILE`.
    case document
    /// `name=value` for a variable of a GraphQL document.
    case variable
    case operation
    /// A table command with its own arguments and flags.
    case tableCommand
    /// Another command with its own arguments and flags. Its variables are expanded when it runs.
    case command
    case alias
    /// A time zone: `local`, `utc`, `instance`, or a name of the time-zone database.
    case zone
    /// Words of a command line; the word at the cursor may be empty.
    case commandLine
    /// Any text, with this placeholder in help.
    case word(String)

    /// The methods of `rest`, safe ones first.
    package static let methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]

    /// The left side of an assignment.
    package enum AssignedName: Sendable, Hashable {
        case field
        case setting
        case member
        case formField
    }

    /// Whether a text is syntactically a value of this kind: a number, a size or a choice.
    func accepts(_ text: String) -> Bool {
        switch self {
        case .choice(let words): words.contains(text)
        case .signInKind: SignInKind(known: text) != nil
        case .number(let range): text.utf8.allSatisfy(ASCII.isDigit) && Int(text).map(range.contains) ?? false
        case .size: ByteSize(text) != nil
        case .method: Self.methods.contains(text.uppercased())
        case .mediaType: MediaTypes.isValid(text)
        case .link: text.utf8.allSatisfy(ASCII.isDigit) && Int(text).map { $0 > 0 } ?? false
        default: true
        }
    }

    package var placeholder: String {
        switch self {
        case .table: "TABLE"
        case .record: "RECORD"
        case .task: "TASK"
        case .column: "FIELD"
        case .fields, .ordering, .groupOrdering: "FIELDS"
        case .query: "QUERY"
        case .assignment(of: .field), .assignment(of: .formField): "FIELD=VALUE"
        case .assignment(of: .setting), .assignment(of: .member), .parameter, .variable: "NAME=VALUE"
        case .file, .newFile: "FILE"
        case .cassette, .newCassette: "TAPE"
        case .recipe: "RECIPE"
        case .instance: "INSTANCE"
        case .profile: "PROFILE"
        case .number: "NUMBER"
        case .size: "SIZE"
        case .signInKind: "KIND"
        case .user: "NAME"
        case .secretSource: "SOURCE"
        case .choice(let words): words.joined(separator: "|")
        case .topic: "COMMAND"
        case .setting: "NAME"
        case .page: "PAGE"
        case .link: "LINK"
        case .form: "FORM"
        case .theme: "THEME"
        case .method: "METHOD"
        case .path: "PATH"
        case .header: "'NAME: VALUE'"
        case .mediaType: "TYPE"
        case .document: "DOCUMENT"
        case .operation: "NAME"
        case .tableCommand: "TABLE-COMMAND"
        case .command: "COMMAND"
        case .alias: "NAME"
        case .zone: "ZONE"
        case .commandLine: "WORD"
        case .word(let name): name
        }
    }
}

/// `number,caller_id.name`: comma-separated names.
package enum FieldList {
    /// The trimmed names with their spans in UTF-8 bytes. An empty text contains none.
    package static func names(in text: String) -> [(name: String, span: Range<Int>)] {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return [] }
        var names: [(name: String, span: Range<Int>)] = []
        var start = 0
        for end in 0...bytes.count where end == bytes.count || bytes[end] == .comma {
            var from = start, upTo = end
            while from < upTo, bytes[from] == .space { from += 1 }
            while upTo > from, bytes[upTo - 1] == .space { upTo -= 1 }
            names.append((String(decoding: bytes[from..<upTo], as: UTF8.self), from..<upTo))
            start = end + 1
        }
        return names
    }

    static func isColumn(_ name: Substring) -> Bool {
        !name.isEmpty && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isName($0) }
    }

    package static func isColumn(_ name: String) -> Bool { isColumn(name[...]) }
    package static func isName(_ name: String) -> Bool { isName(name[...]) }

    /// Whether a text can be the name of a table or column: letters, digits and `_`.
    static func isName(_ name: Substring) -> Bool { !name.isEmpty && name.utf8.allSatisfy(\.isNameByte) }
}

/// A size as typed: `1048576`, `512k`, `64m`, `1g`, in powers of 1024.
package struct ByteSize {
    let bytes: Int

    init?(_ text: String) {
        var digits = text.utf8[...]
        var step = 1
        switch digits.last.map({ $0 | 32 }) {
        case UInt8(ascii: "k"): step = 1 << 10
        case UInt8(ascii: "m"): step = 1 << 20
        case UInt8(ascii: "g"): step = 1 << 30
        default: break
        }
        if step > 1 { digits = digits.dropLast() }
        guard digits.allSatisfy(ASCII.isDigit), let number = Int(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: step)
        guard !overflows, bytes > 0 else { return nil }
        self.bytes = bytes
    }
}
