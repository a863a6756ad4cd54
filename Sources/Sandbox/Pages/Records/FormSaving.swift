/// Takes the form of a record: adds it, changes it or removes it, through the same code as the Table API.
struct FormSaving {
    let visit: RecordVisit
    let table: Table
    let form: PageForm

    static func receive(_ table: Table, _ page: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let visit = try RecordVisit(&page, &desk) else { return try page.sendToLogin(at: &desk) }
        let form = PageForm(posted: page.request, most: RequestBody.mostBytes)
        guard page.isGenuine(form, in: visit.session) else { return page.redirect(to: "/security_interceptor.do") }
        guard visit.call.rules.reading(table) != .refused else { return visit.withheld(table.name) }
        try visit.store.fill([table.name])
        switch try FormSaving(visit: visit, table: table, form: form).save() {
        case .page(let answer): return answer
        case .done(let address, let notice):
            desk.visits[visit.session].notice = notice
            return page.redirect(to: RecordAddress.local(form["sysparm_goto_url"]) ?? address)
        }
    }

    private enum Outcome {
        /// Something is to be said, and nothing was done.
        case page(Answer)
        /// It was done: where one goes on, and what is said there.
        case done(address: String, notice: String)
    }

    private var call: Call { visit.call }

    private func save() throws -> Outcome {
        let sysID = form["sys_uniqueValue"] ?? "-1"
        let action = form["sys_action"] ?? (sysID == "-1" ? "sysverb_insert" : "sysverb_update")
        if sysID == "-1" || sysID.isEmpty || action == "sysverb_insert" {
            guard call.rules.may(.insert, in: table) else { return .page(visit.withheld(table.name)) }
            return try insert(try FormPage.newState(table, visit))
        }
        guard let record = try StoredRecord(sysID, in: table, visit.store) else {
            return .page(visit.missing(table.name))
        }
        guard try call.may(.read, sysID, in: table) else { return .page(visit.withheld(table.name)) }
        let isOpen = try call.may(.update, sysID, in: table)
        let state = FormState(table: record.table, visit: visit, record: record, isOpen: isOpen)
        switch action {
        case "sysverb_delete":
            guard try call.may(.delete, sysID, in: table) else { return .page(visit.withheld(table.name)) }
            return try delete(record, state)
        case "sysverb_update", "sysverb_update_and_stay":
            guard isOpen else { return .page(visit.withheld(table.name)) }
            return try update(record, state)
        default: return .page(try FormWriter(state: state).answer())
        }
    }

    private func insert(_ state: FormState) throws -> Outcome {
        let filled = try FilledForm(form, state)
        guard filled.problems.isEmpty else { return .page(try again(state, filled.problems)) }
        do {
            let sysID = try RecordWriting(call: call, table: table).insert { filled.values }
            let name = try StoredRecord(sysID, in: table, visit.store)?.name ?? ""
            return .done(
                address: RecordAddress.form(table.name, sysID), notice: "\(table.label) \(name) was created".trimmed)
        } catch let refusal as Refusal { return .page(try again(state, [:], refusal)) }
    }

    private func update(_ record: StoredRecord, _ state: FormState) throws -> Outcome {
        // What somebody else wrote meanwhile must not be undone by a form that is older.
        if let seen = form["sys_mod_count"], seen != record["sys_mod_count"] {
            return .page(try again(state, [:], notice: FormSaving.changedMeanwhile))
        }
        let filled = try FilledForm(form, state)
        guard filled.problems.isEmpty else { return .page(try again(state, filled.problems)) }
        do {
            try RecordWriting(call: call, table: record.table).update(record.sysID) { filled.values }
        } catch let refusal as Refusal { return .page(try again(state, [:], refusal)) }
        let name = "\(record.table.label) \(record.name)".trimmed
        return .done(
            address: RecordAddress.form(record.table.name, record.sysID),
            notice: filled.values.isEmpty ? "\(name) is as it was" : "\(name) was saved")
    }

    private func delete(_ record: StoredRecord, _ state: FormState) throws -> Outcome {
        do {
            try RecordWriting(call: call, table: record.table).delete(record.sysID)
        } catch let refusal as Refusal { return .page(try again(state, [:], refusal)) }
        return .done(
            address: RecordAddress.list(record.table.name, query: ""),
            notice: "\(record.table.label) \(record.name)".trimmed + " was deleted")
    }

    private static let changedMeanwhile =
        "This record was changed by somebody else since the form was shown. Nothing was saved: look at what you filled "
        + "in, and send it again to save it over his changes."

    /// The form once more, with what was typed and what is wrong with it.
    private func again(
        _ state: FormState, _ problems: [String: String], _ refusal: Refusal? = nil, notice: String? = nil
    ) throws -> Answer {
        var state = state
        state.typed = form
        state.problems = problems
        state.problem =
            notice ?? refusal.map { $0.detail ?? $0.message } ?? FilledForm.summary(problems, of: state.table)
        return try FormWriter(state: state).answer()
    }
}

extension String {
    /// Without blanks at its end.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
