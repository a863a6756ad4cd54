/// A table as its text describes it.
struct TableDefinition: Sendable {
    /// In which order rows come when a request asks for none.
    enum NaturalOrder: Sendable {
        /// As they were created.
        case creation
        /// By sys_id, as recorded answers of the user and group tables show.
        case sysID
    }

    let name: String
    /// The table whose columns it inherits and in which its records are visible too.
    let parent: String?
    var label = ""
    var plural = ""
    /// What numbers of its records start with (`INC`); nil when it does not number them.
    var numberPrefix: String?
    /// The column that stands for a record where it is referred to.
    var display: String?
    var ordering = NaturalOrder.creation
    /// Columns that get an index beside the one on `sys_id`.
    var indexed: [String] = []
    /// Columns whose values, taken together, no two records share.
    var unique: [[String]] = []
    /// Its own columns, without inherited ones and without those of the platform.
    var columns: [ColumnDefinition] = []
    /// Those of them that came after the table.
    var later: Set<String> = []
    /// The choices of its own columns, and those that take the place of inherited ones.
    var choices: [String: [Choice]] = [:]
    /// Defaults that take the place of the inherited ones.
    var defaults: [String: String] = [:]
    /// The columns, inherited ones included, in the order answers list them; others follow. Of the platform's columns a
    /// table has those that are named here, and all of them when none is.
    var wireOrder: [String] = []
    var access = TableAccess()
    /// Records that the instance begins with.
    var rows: [TableRows] = []

    init(_ name: String, extends parent: String? = nil) {
        self.name = name
        self.parent = parent
    }

    /// Tables whose records follow from the definitions. They are filled when first asked for.
    static let derived: Set<String> = [
        "sys_dictionary", "sys_choice", "sys_db_object", "sys_documentation", "sys_glide_object",
    ]
}

/// Records of a table: which columns, and a cell for each.
struct TableRows: Sendable {
    let columns: [String]
    var cells: [[String]] = []
}
