/// A ServiceNow table with everything inherited resolved.
///
/// Tables of one hierarchy share one SQL table with the columns of all; `sys_class_name` is a row's class. So a record
/// of `incident` is a record of `task` without a copy, and the same indexes find both.
final class Table: Sendable {
    let chain: [TableDefinition]
    let storage: String
    let root: String
    let classNames: [String]
    let lineage: [String]
    /// In wire order.
    let columns: [Column]
    let displayColumn: Column?
    private let positions: [String: Int]

    init(_ chain: [TableDefinition], classNames: [String], columns: [Column]) {
        self.chain = chain
        lineage = chain.map(\.name)
        self.classNames = classNames
        self.columns = columns
        root = lineage[lineage.count - 1]
        storage = "\"" + root + "\""
        positions = Dictionary(
            columns.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let display = chain[0].display
        displayColumn = columns.first { $0.name == display }
    }

    var definition: TableDefinition { chain[0] }
    var sharesStorage: Bool { chain.count > 1 }
    var name: String { lineage[0] }
    var label: String { definition.label }

    subscript(name: String) -> Column? { positions[name].map { columns[$0] } }

    func isKind(of other: String) -> Bool { lineage.contains(other) }
}

struct TableDefinition: Sendable {
    enum NaturalOrder: Sendable {
        case creation
        /// By sys_id, as in recorded responses of the user and group tables.
        case sysID
    }

    let name: String
    let parent: String?
    var label = ""
    var plural = ""
    var numberPrefix: String?
    var lastNumber = 10_000
    var display: String?
    var ordering = NaturalOrder.creation
    var indexed: [String] = []
    var unique: [[String]] = []
    var columns: [ColumnDefinition] = []
    var choices: [String: [Choice]] = [:]
    var defaults: [String: String] = [:]
    /// The order of columns in responses, including inherited ones, if it is not the computed one; other columns
    /// follow, except those of the platform.
    var order: [String] = []
    var missingColumns: Set<String> = []
    var access = TableAccess()

    struct FormSection: Sendable {
        /// Empty for the first section.
        let title: String
        var columns: [String]
    }

    /// Its form; if it is empty, the nearest ancestor's is used.
    var form: [FormSection] = []
    var required: Set<String> = []
    /// The columns of lists (`desktop`) and of narrow screens (`mobile`).
    var views: [String: [String]] = [:]

    init(_ name: String, extends parent: String? = nil) {
        self.name = name
        self.parent = parent
    }

    /// Tables whose records are derived from the definitions. They are filled at first use.
    static let derived: Set<String> = [
        "sys_dictionary", "sys_choice", "sys_db_object", "sys_documentation", "sys_glide_object",
    ]

    /// The hierarchies that the dictionary marks as audited.
    static let audited: Set<String> = [
        "task", "cmdb", "alm_asset", "ast_contract", "kb_knowledge", "sys_user", "sys_user_group", "sys_user_grmember",
        "sys_user_has_role", "sys_user_role", "sys_group_has_role",
    ]
}

final class Column: Sendable {
    let definition: ColumnDefinition
    let owner: String
    let rules: [ColumnRule]
    let choices: [Choice]
    let defaultValue: String?
    let sqlName: String
    let isSentAsStored: Bool
    private let labels: [String: String]

    init(_ definition: ColumnDefinition, owner: TableDefinition, choices: [Choice], defaultValue: String?) {
        self.definition = definition
        self.owner = owner.name
        rules = owner.access.columnRules.filter { $0.columns.contains(definition.name) }
        self.choices = choices
        self.defaultValue = defaultValue ?? definition.defaultValue
        sqlName = definition.sqlName
        isSentAsStored =
            definition.type.storage != .elsewhere && !definition.type.isSecret && definition.type != .boolean
        labels = Dictionary(choices.map { ($0.value, $0.label) }, uniquingKeysWith: { first, _ in first })
    }

    var name: String { definition.name }
    var type: InternalType { definition.type }
    var reference: String? { type == .list ? nil : definition.reference }
    var isJournal: Bool { type.storage == .elsewhere }

    func choiceLabel(of value: String) -> String? { labels[value] }

    func choiceValues(labelled label: String) -> [String] {
        let wanted = label.lowercased()
        return choices.filter { $0.label.lowercased() == wanted }.map(\.value)
    }
}

struct ColumnDefinition: Sendable {
    let name: String
    var label: String
    let type: InternalType
    let reference: String?
    let referenceKey: String?
    var length: Int
    var isReadOnly: Bool
    var defaultValue: String?
    var attributes: [String: String] = [:]

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

    private static func label(from name: String) -> String {
        let words = String(decoding: name.utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }, as: UTF8.self)
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

/// The type of a column. The raw values are the names in `sys_dictionary.internal_type` and `ui/meta`.
enum InternalType: String, Sendable {
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
    /// A secret that the instance can decrypt.
    case password2

    enum Storage: Sendable, Hashable {
        case text
        case integer
        case number
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

    /// Whether values are times or dates, in a format whose text order is time order.
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

struct Choice: Sendable, Hashable {
    let value: String
    let label: String

    init(_ value: String, _ label: String) { (self.value, self.label) = (value, label) }
}
