/// Writes the form of a record as a page.
struct FormWriter {
    let state: FormState

    private var visit: RecordVisit { state.visit }
    private var table: Table { state.table }

    func answer() throws -> Answer {
        let layout = FormLayout(of: table)
        var shown: Set<String> = []
        var sections: [String] = []
        for section in layout.sections {
            let fields = try section.columns.compactMap { name -> String? in
                guard let column = table[name], visit.call.rules.mayRead(column), shown.insert(name).inserted else {
                    return nil
                }
                // A journal is there to be written in; what stands in it follows below.
                if column.isJournal, !state.takes(column) { return nil }
                return try FormField(state: state, column: column, isMandatory: state.isMandatory(column, in: layout))
                    .html()
            }
            if fields.isEmpty { continue }
            let legend = section.title.isEmpty ? "" : "<legend>\(HTML.escaped(section.title))</legend>\n"
            sections.append(
                """
                <fieldset\(section.title.isEmpty ? " class=\"main\"" : "")>
                \(legend)<div class="fields">
                \(fields.joined(separator: "\n"))
                </div>
                </fieldset>
                """)
        }
        let presets =
            state.record != nil
            ? []
            : table.columns.compactMap { column -> String? in
                let name = table.name + "." + column.name
                guard !shown.contains(column.name), let value = state.typed?[name] ?? state.presets[column.name],
                    state.takes(column)
                else { return nil }
                return HTML.hidden(name, value)
            }
        let form = """
            <form id="\(table.name).do" name="\(table.name).do" method="post" action="/\(table.name).do">
            \((hidden + presets).joined(separator: "\n"))
            \(sections.joined(separator: "\n"))
            \(try buttons())</form>
            """
        let below = try state.record.map { record in
            try Activities(visit: visit, record: record).html()
                + RelatedLists(visit: visit, record: record).html(layout)
        }
        return visit.page(title, form: table.name, Page.message(state.problem) + form + "\n" + (below ?? ""))
    }

    private var title: String {
        guard let record = state.record else { return "New " + table.label }
        let name = record.name
        return name.isEmpty ? table.label : table.label + " " + name
    }

    private var hidden: [String] {
        [
            HTML.hidden("sysparm_ck", visit.session.csrfToken),
            HTML.hidden("sys_target", table.name),
            HTML.hidden("sys_uniqueName", "sys_id"),
            HTML.hidden("sys_uniqueValue", state.record?.sysID ?? "-1"),
            HTML.hidden("sys_displayValue", state.record?.name ?? ""),
            HTML.hidden("sys_row", state.record == nil ? "-1" : "0"),
            HTML.hidden("sys_mod_count", state.record?["sys_mod_count"] ?? ""),
            HTML.hidden("sysparm_goto_url", goal),
        ]
    }

    /// Where one goes afterwards; empty for the record itself.
    private var goal: String {
        let asked =
            state.typed?["sysparm_goto_url"] ?? visit.call.parameters["sysparm_goto_url"]
            ?? visit.call.parameters["nav_to"]
        return RecordAddress.local(asked) ?? ""
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
        if buttons.isEmpty { return "" }
        return "<p class=\"actions\">\n\(buttons.joined(separator: "\n"))\n</p>\n"
    }
}
