import Notation

/// A column where it stands in a statement.
struct RecordColumn {
    let column: Column
    let table: Table
    /// The type that wraps its value.
    let type: String
    /// The alias of the table.
    let alias: String
    /// The walk to the table; empty, or with a dot at its end.
    let path: String
}

/// Columns as wrapper objects: a value, what people read for it, and what is known of the column.
///
/// A column that the user may not read keeps its wrapper, as the type demands: without a value, and `canRead` false.
/// Where instances' answers are not known, these are ours: the value of a journal is its entries, as is its display
/// value; a boolean is `true` or `false`; an empty number is null and an empty text empty; `isArray` and `isObject` are
/// false, for every value is one text.
extension RecordTemplateBuilder {
    func addColumn(_ field: GraphQLField, _ place: RecordColumn) throws {
        let column = place.column
        let isReadable = call.rules.mayRead(column)
        try addObject(try execution.fields(below: field, on: place.type), of: place.type) { field in
            switch field.name {
            case "value":
                let lines = try field.arguments.integer("maxLines")
                addCell(RecordTemplateBuilder.form(of: place, lines: lines), place, isReadable)
            case "displayValue", "textAreaDisplayValue": addCell(.display, place, isReadable)
            case "htmlValue": addCell(.html, place, isReadable)
            case "currencyDisplayValue": addCell(.currency, place, isReadable)
            case "hasValue": if isReadable { addCell(.hasValue, place, true) } else { add { $0.flag(false) } }
            case "isNil": if isReadable { addCell(.isNil, place, true) } else { add { $0.flag(true) } }
            case "canRead": add { $0.flag(isReadable) }
            case "canWrite":
                if column.definition.isReadOnly || !call.rules.mayWrite(column) {
                    add { $0.flag(false) }
                } else {
                    try addAccess(.update, to: place.table, alias: place.alias)
                }
            case "canCreate":
                let isOpen = call.rules.may(.insert, in: place.table) && call.rules.mayWrite(column)
                add { $0.flag(isOpen && !column.definition.isReadOnly) }
            case "label": add { $0.string(column.definition.label) }
            case "internalType": add { $0.string(column.type.rawValue) }
            case "isChoice": add { $0.flag(!column.choices.isEmpty) }
            case "referenceTableName":
                add { out in if let name = column.definition.reference { out.string(name) } else { out.raw("null") } }
            case "isArray", "isObject", "isMandatory", "isDynamicCreate", "hasMapping": add { $0.flag(false) }
            case "style": add { $0.string("") }
            // Records here have no variables, no mappings and no documents that are named by another column.
            case "valueMapping", "variable", "variables", "_documentIdRef", "_referenceTableName":
                add { $0.raw("null") }
            case "_choices": try addChoices(field, of: column)
            case "_reference": try addReference(field, place)
            default: throw execution.undefined(field, in: place.type)
            }
        }
    }

    private func addCell(_ form: RecordCell.Form, _ place: RecordColumn, _ isReadable: Bool) {
        guard isReadable else { return add { $0.raw("null") } }
        let index = select(SQLFragment(RecordFields.sql(place.column, place.alias)))
        add(.cell(RecordCell(form: form, column: place.column, index: index)))
    }

    private static func form(of place: RecordColumn, lines: Int?) -> RecordCell.Form {
        switch place.type {
        case "GlideRecord_FieldType_Long", "GlideRecord_FieldType_Float", "GlideRecord_CurrencyFieldType": .number
        case "GlideRecord_FieldType_Glide_Boolean": .truth
        case _ where place.column.isJournal: .journal(lines: lines)
        default: .text
        }
    }

    /// The choices of the column. One that a new record leaves empty may be empty: then that is the first of them, as on
    /// a form.
    private func addChoices(_ field: GraphQLField, of column: Column) throws {
        let type = GraphQL.RecordNames.choiceType
        let fields = try execution.fields(below: field, on: type)
        let none = (column.defaultValue ?? "").isEmpty ? [Choice("", "-- None --")] : []
        add { $0.raw("[") }
        for (offset, choice) in (none + column.choices).enumerated() {
            if offset > 0 { add { $0.raw(",") } }
            try addObject(fields, of: type) { field in
                switch field.name {
                case "value": add { $0.string(choice.value) }
                case "displayValue": add { $0.string(choice.label) }
                default: throw execution.undefined(field, in: type)
                }
            }
        }
        add { $0.raw("]") }
    }
}
