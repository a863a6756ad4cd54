import NowSDK
import Notation
import NowWeb

/// What an argument or a flag's value is: binding checks it, completion offers it, help names it.
package enum ValueKind: Sendable, Hashable {
    /// The name of a ServiceNow table.
    case table
    /// A record of the table named before it: number, sys_id or display value.
    case record
    /// A task: its number or its sys_id.
    case task
    /// Column names with commas between them, dot-walks included.
    case fields
    /// Column names to order by; one that begins with `-` descends.
    case ordering
    /// An encoded query.
    case query
    /// `field=value`, any number of them; see `Assignment`.
    case assignment(of: AssignedName)
    /// A file or folder.
    case file
    /// A cassette: a tape's name, or a file.
    case cassette
    /// A recipe: its name, or its file.
    case recipe
    /// A profile's name, an instance's name or its URL.
    case instance
    /// A profile's name.
    case profile
    /// A whole number.
    case number(ClosedRange<Int>)
    /// A size in bytes: `1048576`, `512k`, `64m`, `1g`.
    case size
    /// A kind of sign-in.
    case signInKind
    /// A user's name, as one signs in with it.
    case user
    /// Where a secret comes from.
    case secretPlace
    /// One of some words.
    case choice([String])
    /// A command or a help topic.
    case topic
    /// A setting or a variable.
    case setting
    /// A request method, in letters of either case.
    case method
    /// An address of a REST API, below the instance.
    case path
    /// A page: an address of the instance, a table, or a number.
    case page
    /// The number of a link of the page.
    case link
    /// A form of the page, by name or number.
    case form
    /// A theme of pages.
    case theme
    /// `name=value` of an address's query.
    case parameter
    /// A header line: `Name: value`.
    case header
    /// A media type: `text/plain`.
    case mediaType
    /// A GraphQL document, or `@FILE`.
    case document
    /// `name=value` for a variable of a GraphQL document.
    case variable
    /// An operation of a GraphQL document.
    case operation
    /// A table command as it is typed: its name, its arguments and its flags, which are its own.
    case tableCommand
    /// Anything, called so in the usage line.
    case word(String)

    /// What stands left of the `=` of an assignment.
    package enum AssignedName: Sendable, Hashable {
        /// A column of the table named before it.
        case field
        /// A setting or a variable.
        case setting
        /// A member of a JSON object.
        case member
        /// A field of a form of the page.
        case formField
        /// A colour of a theme.
        case color
    }

    /// Whether a text is a value of this kind, as far as the text alone can tell: a number, a size or a choice.
    func accepts(_ text: String) -> Bool {
        switch self {
        case .choice(let words): words.contains(text)
        case .signInKind: SignInKind(rawValue: text) != nil
        case .number(let range): text.utf8.allSatisfy(ASCII.isDigit) && Int(text).map(range.contains) ?? false
        case .size: ByteSize(text) != nil
        case .method: RestRequest.methods.contains(text.uppercased())
        case .mediaType: MediaTypes.isValid(text)
        case .theme: WebTheme.isName(text)
        case .link: text.utf8.allSatisfy(ASCII.isDigit) && Int(text).map { $0 > 0 } ?? false
        default: true
        }
    }

    /// How the usage line writes it.
    package var placeholder: String {
        switch self {
        case .table: "TABLE"
        case .record: "RECORD"
        case .task: "TASK"
        case .fields, .ordering: "FIELDS"
        case .query: "QUERY"
        case .assignment(of: .field), .assignment(of: .formField): "FIELD=VALUE"
        case .assignment(of: .color): "COLOR=#RRGGBB"
        case .assignment(of: .setting), .assignment(of: .member), .parameter, .variable: "NAME=VALUE"
        case .file: "FILE"
        case .cassette: "CASSETTE"
        case .recipe: "RECIPE"
        case .instance: "INSTANCE"
        case .profile: "PROFILE"
        case .number: "NUMBER"
        case .size: "SIZE"
        case .signInKind: "KIND"
        case .user: "NAME"
        case .secretPlace: "PLACE"
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
        case .word(let name): name
        }
    }
}
