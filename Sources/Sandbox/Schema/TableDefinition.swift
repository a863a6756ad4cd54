/// A ServiceNow table with everything inherited resolved.
///
/// Tables of one hierarchy share one SQL table, which holds the columns of all of them; `sys_class_name` tells whose a
/// row is. So a record of `incident` is a record of `task` without a copy, and both are found by the same indexes.
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
    /// Whether the storage has rows of other classes, so that queries must name the class.
    var sharesStorage: Bool { chain.count > 1 }
    var name: String { lineage[0] }
    var label: String { definition.label }

    subscript(name: String) -> Column? { positions[name].map { columns[$0] } }

    func isKind(of other: String) -> Bool { lineage.contains(other) }
}

/// A table as its text describes it.
struct TableDefinition: Sendable {
    /// In which order rows come when a request asks for none.
    enum NaturalOrder: Sendable {
        case creation
        /// By sys_id, as recorded answers of the user and group tables show.
        case sysID
    }

    let name: String
    let parent: String?
    var label = ""
    var plural = ""
    /// What numbers of its records start with (`INC`); nil when it does not number them.
    var numberPrefix: String?
    /// The last number of the records it begins with.
    var lastNumber = 10_000
    var display: String?
    var ordering = NaturalOrder.creation
    /// Columns that get an index beside the one on `sys_id`.
    var indexed: [String] = []
    /// Columns whose values, taken together, no two records share.
    var unique: [[String]] = []
    /// Its own columns, without inherited ones and without those of the platform.
    var columns: [ColumnDefinition] = []
    /// The choices of its own columns, and those that take the place of inherited ones.
    var choices: [String: [Choice]] = [:]
    var defaults: [String: String] = [:]
    /// The columns, inherited ones included, in the order of answers where that is not the computed one; other columns
    /// follow, but none of the platform's.
    var order: [String] = []
    /// Whether answers have the order of a Java `HashMap` (`ColumnOrder`).
    var isHashed = false
    var missingColumns: Set<String> = []
    var access = TableAccess()

    struct FormSection: Sendable {
        /// Empty for the first.
        let title: String
        var columns: [String]
    }

    /// A list of records that refer to one of this table, below its form.
    struct RelatedList: Sendable {
        let table: String
        let column: String
        let title: String
    }

    /// Its form; that of the nearest table above it counts when it has none.
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

    /// Tables whose records follow from the definitions. They are filled when first asked for.
    static let derived: Set<String> = [
        "sys_dictionary", "sys_choice", "sys_db_object", "sys_documentation", "sys_glide_object",
    ]
}
