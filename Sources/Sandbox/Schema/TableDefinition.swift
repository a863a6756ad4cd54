/// A ServiceNow table with everything inherited resolved.
///
/// Tables of one hierarchy share one SQL table with the columns of all; `sys_class_name` is a row's class. So a record
/// of `incident` is a record of `task` without a copy, and the same indexes find both.
final class Table: Sendable {
    let chain: [TableDefinition]
    /// The SQL table: the name of the hierarchy's root, quoted.
    let storage: String
    let root: String
    let classNames: [String]
    let lineage: [String]
    /// In wire order.
    let columns: [Column]
    let displayColumn: Column?
    private let positions: [String: Int]

    /// `chain` leads from the table to its root.
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
    /// Whether the SQL table has rows of other classes, so that queries must test the class.
    var sharesStorage: Bool { chain.count > 1 }
    var name: String { lineage[0] }
    var label: String { definition.label }

    subscript(name: String) -> Column? { positions[name].map { columns[$0] } }

    func isKind(of other: String) -> Bool { lineage.contains(other) }
}

/// A table as its text describes it.
struct TableDefinition: Sendable {
    /// The default order of rows.
    enum NaturalOrder: Sendable {
        case creation
        /// By sys_id, as in recorded responses of the user and group tables.
        case sysID
    }

    let name: String
    let parent: String?
    var label = ""
    var plural = ""
    /// The prefix of its record numbers (`INC`); nil if its records are not numbered.
    var numberPrefix: String?
    /// The last number of the seed records.
    var lastNumber = 10_000
    var display: String?
    var ordering = NaturalOrder.creation
    /// Columns with an index, besides `sys_id`.
    var indexed: [String] = []
    /// Sets of columns that are unique together.
    var unique: [[String]] = []
    /// Its own columns, without inherited ones and those of the platform.
    var columns: [ColumnDefinition] = []
    /// The choices of its own columns, and those that replace inherited ones.
    var choices: [String: [Choice]] = [:]
    var defaults: [String: String] = [:]
    /// The order of columns in responses, including inherited ones, if it is not the computed one; other columns
    /// follow, except those of the platform.
    var order: [String] = []
    /// Whether responses have the order of a Java `HashMap` (`ColumnOrder`).
    var isHashed = false
    var missingColumns: Set<String> = []
    var access = TableAccess()

    struct FormSection: Sendable {
        /// Empty for the first section.
        let title: String
        var columns: [String]
    }

    /// A list, below the form, of records that refer to the form's record.
    struct RelatedList: Sendable {
        let table: String
        let column: String
        let title: String
    }

    /// Its form; if it is empty, the nearest ancestor's is used.
    var form: [FormSection] = []
    /// Columns that its form requires.
    var required: Set<String> = []
    var related: [RelatedList] = []
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
