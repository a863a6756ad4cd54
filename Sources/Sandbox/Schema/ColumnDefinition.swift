/// A column as one table sees it: inherited definitions with that table's own choices and default.
final class Column: Sendable {
    let definition: ColumnDefinition
    let owner: String
    let rules: [ColumnRule]
    let choices: [Choice]
    let defaultValue: String?
    /// The name quoted for SQL.
    let sqlName: String
    private let labels: [String: String]

    init(_ definition: ColumnDefinition, owner: TableDefinition, choices: [Choice], defaultValue: String?) {
        self.definition = definition
        self.owner = owner.name
        rules = owner.access.columnRules.filter { $0.columns.contains(definition.name) }
        self.choices = choices
        self.defaultValue = defaultValue ?? definition.defaultValue
        sqlName = definition.sqlName
        labels = Dictionary(choices.map { ($0.value, $0.label) }, uniquingKeysWith: { first, _ in first })
    }

    var name: String { definition.name }
    var type: InternalType { definition.type }
    var reference: String? { type == .list ? nil : definition.reference }
    var isJournal: Bool { type.storage == .elsewhere }

    /// What people read for a stored choice; nil when the value is no choice.
    func choiceLabel(of value: String) -> String? { labels[value] }

    /// The stored values of the choice that people read as `label`.
    func choiceValues(labelled label: String) -> [String] {
        let wanted = label.lowercased()
        return choices.filter { $0.label.lowercased() == wanted }.map(\.value)
    }
}

/// A column as the table that owns it declares it.
struct ColumnDefinition: Sendable {
    let name: String
    var label: String
    let type: InternalType
    let reference: String?
    /// The column of that table which the value names, when it is not `sys_id`.
    let referenceKey: String?
    /// How many characters fit.
    var length: Int
    var isReadOnly: Bool
    var defaultValue: String?
    /// Further columns of its dictionary entry (`mandatory`, `audit`, `attributes`) with their values.
    var attributes: [String: String] = [:]

    /// Declares a column; without a label it is called as its name reads.
    init(
        _ name: String, _ type: InternalType = .string, label: String? = nil, to reference: String? = nil,
        key: String? = nil, length: Int? = nil, readOnly: Bool = false, default defaultValue: String? = nil
    ) {
        self.name = name
        self.label = label ?? ColumnDefinition.label(from: name)
        self.type = type
        self.reference = reference
        referenceKey = key
        self.length = length ?? type.defaultLength
        isReadOnly = readOnly
        self.defaultValue = defaultValue
    }

    /// The name quoted for SQL.
    var sqlName: String { "\"" + name + "\"" }

    static let system: [ColumnDefinition] = [
        .init("sys_id", .guid, label: "Sys ID", readOnly: true),
        .init("sys_created_on", .dateTime, label: "Created", readOnly: true),
        .init("sys_created_by", label: "Created by", readOnly: true),
        .init("sys_updated_on", .dateTime, label: "Updated", readOnly: true),
        .init("sys_updated_by", label: "Updated by", readOnly: true),
        .init("sys_mod_count", .integer, label: "Updates", readOnly: true, default: "0"),
        .init("sys_tags", label: "Tags", readOnly: true),
    ]

    /// `short_description` reads `Short description`.
    private static func label(from name: String) -> String {
        var bytes = Array(name.utf8)
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "_") {
                bytes[index] = UInt8(ascii: " ")
            } else if index == 0, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index]) {
                bytes[index] &= 0xDF
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What a column holds. The raw values are the names that `sys_dictionary.internal_type` and `ui/meta` use.
enum InternalType: String, Sendable, CaseIterable {
    case string
    case integer
    case boolean
    case decimal
    case currency
    case reference
    case dateTime = "glide_date_time"
    case date = "glide_date"
    case duration = "glide_duration"
    case timer
    case list = "glide_list"
    case journalInput = "journal_input"
    case journalList = "journal_list"
    case html
    case url
    case email
    case phone = "ph_number"
    case password
    case guid = "GUID"
    case className = "sys_class_name"
    case documentID = "document_id"
    case domainID = "domain_id"
    case domainPath = "domain_path"
    /// A secret that the instance itself must be able to read again.
    case password2

    enum Storage: Sendable, Hashable {
        /// Text, compared without regard to ASCII letter case.
        case text
        /// A whole number; booleans are 0 and 1.
        case integer
        case number
        /// Nothing: the entries are in `sys_journal_field`.
        case elsewhere
    }

    var storage: Storage {
        switch self {
        case .integer, .boolean: .integer
        case .decimal, .currency: .number
        case .journalInput, .journalList: .elsewhere
        default: .text
        }
    }

    /// Whether a value is a moment or a day, written so that text order is time order.
    var isTemporal: Bool {
        switch self {
        case .dateTime, .date, .duration, .timer: true
        default: false
        }
    }

    var isSecret: Bool { self == .password || self == .password2 }

    var isSearchable: Bool {
        switch self {
        case .string, .html, .email, .url, .phone: true
        default: false
        }
    }

    /// How many characters fit when the definition does not say.
    var defaultLength: Int {
        switch self {
        case .string, .phone, .timer, .date, .dateTime, .duration, .integer, .boolean: 40
        case .reference, .guid, .documentID, .domainID: 32
        case .className: 80
        case .email, .password: 100
        case .decimal, .currency: 20
        case .domainPath, .password2: 255
        case .url: 1024
        case .list, .journalInput, .journalList: 4000
        case .html: 65_536
        }
    }
}

/// One choice of a column: what is stored and what people read.
struct Choice: Sendable, Hashable {
    let value: String
    let label: String

    init(_ value: String, _ label: String) {
        self.value = value
        self.label = label
    }
}
