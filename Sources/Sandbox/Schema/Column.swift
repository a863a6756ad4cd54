/// A column as one table sees it: inherited definitions with that table's own choices and default.
final class Column: Sendable {
    let definition: ColumnDefinition
    /// The table that declares it.
    let owner: String
    /// Which roles it takes.
    let rules: [ColumnRule]
    let choices: [Choice]
    let defaultValue: String?
    /// The name as it may stand in SQL.
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
    /// The table a single reference points into.
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
