/// A table as data: what stands in `Seeds/Schema`.
struct TableDefinition: Sendable {
    /// In which order rows come when a request asks for none.
    enum NaturalOrder: Sendable {
        /// As they were created.
        case creation
        /// By sys_id, as recorded answers of the user and group tables show.
        case sysID
    }

    let name: String
    let label: String
    let plural: String
    /// The table whose columns it inherits and in which its records are visible too.
    let parent: String?
    /// What numbers of its records start with (`INC`); nil when it does not number them.
    let numberPrefix: String?
    /// The column that stands for a record where it is referred to.
    let display: String?
    let ordering: NaturalOrder
    /// Columns that get an index beside the one on `sys_id`.
    let indexed: [String]
    /// Its own columns, without inherited ones and without those of the platform.
    let columns: [ColumnDefinition]
    /// Choices that take the place of the inherited ones.
    let choices: [String: [Choice]]
    /// Defaults that take the place of the inherited ones.
    let defaults: [String: String]
    private let order: String

    /// Every column, inherited ones included, in the order answers list them.
    var wireOrder: [String] { order.split(separator: " ").map(String.init) }

    init(
        _ name: String, label: String, plural: String, extends parent: String? = nil, numberPrefix: String? = nil,
        display: String? = nil, ordering: NaturalOrder = .creation, indexed: [String] = [],
        columns: [ColumnDefinition], choices: [String: [Choice]] = [:], defaults: [String: String] = [:],
        wireOrder: String
    ) {
        self.name = name
        self.label = label
        self.plural = plural
        self.parent = parent
        self.numberPrefix = numberPrefix
        self.display = display
        self.ordering = ordering
        self.indexed = indexed
        self.columns = columns
        self.choices = choices
        self.defaults = defaults
        order = wireOrder
    }

    /// The same with its own columns in one text (`ColumnNotation`).
    init(
        _ name: String, label: String, plural: String, extends parent: String? = nil, numberPrefix: String? = nil,
        display: String? = nil, ordering: NaturalOrder = .creation, indexed: [String] = [],
        labels: [String: String] = [:], own columns: String, choices: [String: [Choice]] = [:],
        defaults: [String: String] = [:], wireOrder: String
    ) {
        self.init(
            name, label: label, plural: plural, extends: parent, numberPrefix: numberPrefix, display: display,
            ordering: ordering, indexed: indexed, columns: ColumnNotation.columns(columns, labels: labels),
            choices: choices, defaults: defaults, wireOrder: wireOrder)
    }
}
