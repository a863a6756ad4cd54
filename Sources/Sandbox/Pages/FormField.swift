import ExchangeModel

/// One field of a form as HTML, with the names that instances use: `incident.state` for a value,
/// `sys_display.incident.caller_id` for a reference's display value.
struct FormField {
    let state: FormState
    let column: Column
    let isMandatory: Bool

    private var visit: RecordVisit { state.visit }
    private var name: String { state.table.name + "." + column.name }
    private var value: String { state.value(column) }

    func html() throws -> String {
        guard state.takes(column) else { return try shown() }
        switch column.type {
        case .boolean: return checkBox()
        case .reference,
            .list where column.definition.reference != nil:
            return try reference()
        case .journalInput: return area("")
        case .html: return area(value)
        default: break
        }
        if !column.choices.isEmpty { return choice() }
        return FormField.isArea(column) ? area(value) : try line()
    }

    /// Whether a text without choices has several lines.
    static func isArea(_ column: Column) -> Bool {
        column.type == .html
            || (column.type.storage == .text && !column.type.isTemporal && column.definition.length > 255)
    }

    private var isWide: Bool {
        column.type == .journalInput || column.name == "short_description"
            || (FormField.isArea(column) && (column.type == .html || column.choices.isEmpty))
    }

    private func shown() throws -> String {
        let text = try visit.lookup.display(value, value, in: column)
        let id = "sys_readonly." + name
        if column.type == .boolean {
            return wrapped(id, "<input type=\"checkbox\" id=\"\(id)\"\(value == "true" ? " checked" : "") disabled>")
        }
        if text.utf8.count > 255 || column.type == .html {
            return wrapped(id, "<textarea id=\"\(id)\" rows=\"4\" readonly>\n\(HTML.escaped(text))</textarea>")
        }
        let link = column.reference == nil ? "" : link()
        return wrapped(id, "<input id=\"\(id)\" value=\"\(HTML.escaped(text))\" readonly>" + link)
    }

    private func checkBox() -> String {
        // If the check box was not in the form, it was not unchecked.
        let typed = state.typed.flatMap { $0["ni." + name] == nil ? nil : $0 }
        let isSet = typed.map { $0[name] != nil } ?? (value == "true")
        return wrapped(
            name,
            HTML.hidden("ni." + name, "true")
                + "\n<input type=\"checkbox\" id=\"\(name)\" name=\"\(name)\" value=\"true\"\(isSet ? " checked" : "")>"
        )
    }

    private func choice() -> String {
        let chosen = state.typed?[name] ?? value
        var options: [String] = []
        func option(_ value: String, _ label: String) {
            let mark = value == chosen ? " selected" : ""
            options.append("<option value=\"\(HTML.escaped(value))\"\(mark)>\(HTML.escaped(label))</option>")
        }
        if value.isEmpty || column.defaultValue == nil { option("", "-- None --") }
        for choice in column.choices { option(choice.value, choice.label) }
        if !chosen.isEmpty, column.choiceLabel(of: chosen) == nil { option(chosen, chosen) }
        return wrapped(name, "<select\(attributes(name))>\n" + options.joined(separator: "\n") + "\n</select>")
    }

    private func reference() throws -> String {
        let display = try visit.lookup.display(value, value, in: column)
        let shown = state.typed?["sys_display." + name] ?? display
        let held = state.typed?[name] ?? value
        let original = state.typed?["sys_original." + name] ?? value
        return wrapped(
            "sys_display." + name,
            HTML.hidden(name, held) + "\n" + HTML.hidden("sys_original." + name, original)
                + "\n<input\(attributes("sys_display." + name)) value=\"\(HTML.escaped(shown))\" autocomplete=\"off\">"
                + (column.reference == nil || display.isEmpty ? "" : link()))
    }

    private func area(_ text: String) -> String {
        let text = state.typed?[name] ?? text
        // HTML ignores a line break right after the tag.
        return wrapped(name, "<textarea\(attributes(name)) rows=\"4\">\n\(HTML.escaped(text))</textarea>")
    }

    private func line() throws -> String {
        let text =
            try state.typed?[name] ?? (column.type.isTemporal ? visit.lookup.display(value, value, in: column) : value)
        let kind =
            switch column.type {
            case .integer: " inputmode=\"numeric\""
            case .email: " type=\"email\""
            case .dateTime:
                " placeholder=\"\(HTML.escaped(visit.account.format.date + " " + visit.account.format.time))\""
            case .date: " placeholder=\"\(HTML.escaped(visit.account.format.date))\""
            default: column.type.storage == .text ? " maxlength=\"\(column.definition.length)\"" : ""
            }
        return wrapped(name, "<input\(attributes(name)) value=\"\(HTML.escaped(text))\"\(kind)>")
    }

    private func link() -> String {
        guard let table = column.reference, !value.isEmpty, visit.call.schema[table] != nil else { return "" }
        let query = column.definition.referenceKey.map { $0 + "=" + value }
        let address = query.map { RecordAddress.form(table, query: $0) } ?? RecordAddress.form(table, value)
        return "\n<a href=\"\(HTML.escaped(address))\">View<span class=\"visually-hidden\"> "
            + "\(HTML.escaped(column.definition.label))</span></a>"
    }

    private func attributes(_ id: String) -> String {
        " id=\"\(id)\" name=\"\(id)\"" + (isMandatory ? " required" : "")
            + (state.problems[column.name] == nil ? "" : " aria-invalid=\"true\"")
    }

    private func wrapped(_ id: String, _ control: String) -> String {
        let problem = state.problems[column.name].map { "\n<span class=\"problem\">\(HTML.escaped($0))</span>" }
        return PageTemplate.fill(
            "field",
            [
                "id": id, "label": column.definition.label, "control": control, "kind": isWide ? " wide" : "",
                "mark": isMandatory ? " <span class=\"required\" title=\"Mandatory\">*</span>" : "",
                "problem": problem ?? "",
            ])
    }
}

struct FormWriter {
    let state: FormState

    private var visit: RecordVisit { state.visit }
    private var table: Table { state.table }

    func answer() throws -> Answer {
        let layout = FormLayout(of: table)
        var shown: Set<String> = []
        let sections = try layout.sections.compactMap { section -> String? in
            let fields = try section.columns.compactMap { name -> String? in
                // The entries of a journal are below the form.
                guard let column = table[name], visit.call.rules.mayRead(column), shown.insert(name).inserted,
                    !column.isJournal || state.takes(column)
                else { return nil }
                return try FormField(state: state, column: column, isMandatory: state.isMandatory(column, in: layout))
                    .html()
            }
            let title = HTML.escaped(section.title)
            return fields.isEmpty
                ? nil
                : PageTemplate.fill(
                    "fieldset",
                    [
                        "fields": fields.joined(separator: "\n"), "kind": title.isEmpty ? " class=\"main\"" : "",
                        "legend": title.isEmpty ? "" : "<legend>\(title)</legend>\n",
                    ])
        }
        let presets = table.columns.compactMap { column -> String? in
            let name = table.name + "." + column.name
            guard state.record == nil, !shown.contains(column.name), state.takes(column),
                let value = state.typed?[name] ?? state.presets[column.name]
            else { return nil }
            return HTML.hidden(name, value)
        }
        let form = PageTemplate.fill(
            "record",
            [
                "table": table.name, "hidden": (hidden + presets).joined(separator: "\n"),
                "sections": sections.joined(separator: "\n"), "buttons": try buttons(),
            ])
        let below = try state.record.map { record in
            try Activities(visit: visit, record: record).html() + AttachedFiles(visit: visit, record: record).html()
        }
        let name = state.record?.name ?? ""
        let title = state.record == nil ? "New " + table.label : table.label + (name.isEmpty ? "" : " " + name)
        return visit.page(title, form: table.name, HTML.alert(state.problem) + form + "\n" + (below ?? ""))
    }

    private var hidden: [String] {
        // The page after saving; empty for the record itself.
        let parameters = visit.call.parameters
        let goal = state.typed?["sysparm_goto_url"] ?? parameters["sysparm_goto_url"] ?? parameters["nav_to"]
        return [
            ("sysparm_ck", visit.viewer.session.csrfToken), ("sys_target", table.name), ("sys_uniqueName", "sys_id"),
            ("sys_uniqueValue", state.record?.sysID ?? "-1"), ("sys_displayValue", state.record?.name ?? ""),
            ("sys_row", state.record == nil ? "-1" : "0"), ("sys_mod_count", state.record?["sys_mod_count"] ?? ""),
            ("sysparm_goto_url", RecordAddress.local(goal) ?? ""),
        ].map { HTML.hidden($0, $1) }
    }

    private func buttons() throws -> String {
        var buttons: [String] = []
        func button(_ action: String, _ label: String, _ kind: String, _ more: String = "") {
            buttons.append("<button name=\"sys_action\" value=\"\(action)\" class=\"\(kind)\"\(more)>\(label)</button>")
        }
        if let record = state.record {
            if state.isOpen { button("sysverb_update", "Update", "primary") }
            if try visit.call.may(.delete, record.sysID, in: table) {
                button("sysverb_delete", "Delete", "danger", " formnovalidate")
            }
        } else {
            button("sysverb_insert", "Submit", "primary")
        }
        return buttons.isEmpty ? "" : "<p class=\"actions\">\n\(buttons.joined(separator: "\n"))\n</p>\n"
    }
}
