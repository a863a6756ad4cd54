/// What stands in the fields of a form: of a record, of a new one, or as somebody typed it.
struct FormState {
    /// The form's table: the record's own.
    let table: Table
    let visit: RecordVisit
    /// Nil for a record that is not there yet.
    let record: StoredRecord?
    /// Values that a new record begins with, in the form of the wire.
    var presets: [String: String] = [:]
    /// What somebody sent, where the form comes back to him.
    var typed: PageForm?
    /// What is wrong with what he sent, by column.
    var problems: [String: String] = [:]
    /// What is wrong with the whole.
    var problem: String?
    /// Whether the user may change the record, or add it.
    let isOpen: Bool

    /// A column's value in the form of the wire, before somebody typed anything.
    func value(_ column: Column) -> String {
        record.map { $0[column.name] } ?? presets[column.name] ?? column.defaultValue ?? ""
    }

    /// Whether the user may fill in a column here.
    func takes(_ column: Column) -> Bool {
        isOpen && !column.definition.isReadOnly && visit.call.rules.mayWrite(column)
            && !FormState.kept.contains(column.name) && !column.name.hasPrefix("sys_")
            && !FormState.keptTypes.contains(column.type)
    }

    /// Whether a column must not be left empty.
    func isMandatory(_ column: Column, in layout: FormLayout) -> Bool {
        layout.mandatory.contains(column.name) && takes(column)
    }

    /// Columns that the instance fills in.
    private static let kept: Set<String> = [
        "number", "opened_at", "opened_by", "closed_at", "closed_by", "resolved_at", "resolved_by",
        "task_effective_number", "made_sla", "reassignment_count", "reopen_count", "calendar_stc", "business_stc",
        "failed_attempts", "last_login", "last_login_time",
    ]
    /// Types that a form shows and nobody types.
    private static let keptTypes: Set<InternalType> = [
        .guid, .className, .documentID, .domainID, .domainPath, .duration, .timer, .journalList, .password, .password2,
    ]
}
