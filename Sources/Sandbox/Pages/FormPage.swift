import Database
import ExchangeModel
import Notation

/// `/<table>.do`: the form of a record, or of a new one.
struct FormPage {
    let visit: RecordVisit
    let table: Table

    private var call: Call { visit.call }

    func answer() throws -> Answer {
        guard call.rules.reading(table) != .refused else { return visit.withheld(table.name) }
        try call.store.fill([table.name])
        let sysID = try wantedRecord()
        guard let sysID else {
            // A query without a sys_id selects a record.
            let asksForOne = call.parameters["sys_id"] == nil && call.parameters["sysparm_query"] != nil
            guard call.parameters["sys_id"] ?? "-1" == "-1", !asksForOne else { return visit.missing(table.name) }
            guard call.rules.may(.insert, in: table) else { return visit.withheld(table.name) }
            return try FormWriter(state: try FormPage.newState(table, visit)).answer()
        }
        guard let record = try StoredRecord(sysID, in: table, call.store) else { return visit.missing(table.name) }
        guard try call.may(.read, sysID, in: table) else { return visit.withheld(table.name) }
        let state = FormState(
            table: record.table, visit: visit, record: record, isOpen: try call.may(.update, sysID, in: table))
        return try FormWriter(state: state).answer()
    }

    /// The record in the URL: by sys_id, or the first that a query finds. Nil for a new one.
    private func wantedRecord() throws -> String? {
        if let sysID = call.parameters["sys_id"] { return sysID == "-1" || sysID.isEmpty ? nil : sysID }
        guard let query = call.parameters["sysparm_query"] else { return nil }
        let window = try call.window(of: table, query: query, limit: 1, counted: false)
        let plan = JoinPlan(table, in: call.schema)
        let reader = try RowReader(
            window.rows, [SQLFragment(plan.alias + ".\"sys_id\"")], plan: plan, store: call.store)
        return try reader.next() ? reader.statement.text(0) : nil
    }

    /// A new record with the values from the URL's query: `priority=2^category=network`.
    static func newState(_ table: Table, _ visit: RecordVisit) throws -> FormState {
        var state = FormState(table: table, visit: visit, record: nil, isOpen: true)
        let query = EncodedQuery(visit.call.parameters["sysparm_query"] ?? "")
        for condition in query.groups.first?.terms.compactMap(\.conditions.first).prefix(200) ?? [] {
            guard condition.kind == .comparison, condition.operator == .equals,
                let column = table[condition.field], state.takes(column)
            else { continue }
            let isMe = condition.value == "javascript:gs.getUserID()"
            guard isMe || !condition.value.hasPrefix("javascript:") else { continue }
            state.presets[column.name] = isMe ? visit.account.sysID : condition.value
        }
        return state
    }
}

struct FormSaving {
    let visit: RecordVisit
    let table: Table
    let form: Parameters

    private var call: Call { visit.call }

    static func receive(_ table: Table, _ visit: RecordVisit) throws -> Answer {
        let form = Parameters(posted: visit.page.request, most: RequestBody.maxBytes) ?? Parameters([])
        guard form["sysparm_ck"] == visit.viewer.session.csrfToken else { return visit.page.interceptor }
        guard visit.call.rules.reading(table) != .refused else { return visit.withheld(table.name) }
        try visit.store.fill([table.name])
        return try FormSaving(visit: visit, table: table, form: form).answer()
    }

    private func answer() throws -> Answer {
        let sysID = form["sys_uniqueValue"] ?? "-1"
        let action = form["sys_action"] ?? (sysID == "-1" ? "sysverb_insert" : "sysverb_update")
        if sysID == "-1" || sysID.isEmpty || action == "sysverb_insert" {
            guard call.rules.may(.insert, in: table) else { return visit.withheld(table.name) }
            return try save(FormPage.newState(table, visit)) { writing, values in
                let sysID = try writing.insert { values }
                let name = try StoredRecord(sysID, in: table, visit.store)?.name ?? ""
                return done(RecordAddress.form(table.name, sysID), table, name, "was created")
            }
        }
        guard let record = try StoredRecord(sysID, in: table, visit.store) else { return visit.missing(table.name) }
        guard try call.may(.read, sysID, in: table) else { return visit.withheld(table.name) }
        let isOpen = try call.may(.update, sysID, in: table)
        let state = FormState(table: record.table, visit: visit, record: record, isOpen: isOpen)
        switch action {
        case "sysverb_delete":
            guard try call.may(.delete, sysID, in: table) else { return visit.withheld(table.name) }
            return try tried(state) {
                try RecordWriting(call: call, table: record.table).delete(sysID)
                return done(RecordAddress.list(record.table.name, query: ""), record.table, record.name, "was deleted")
            }
        case "sysverb_update", "sysverb_update_and_stay":
            guard isOpen else { return visit.withheld(table.name) }
            // A form must not overwrite a newer change.
            if let seen = form["sys_mod_count"], seen != record["sys_mod_count"] {
                return try shown(state, problem: FormSaving.changedMeanwhile)
            }
            return try save(state) { writing, values in
                try writing.update(sysID) { values }
                return done(
                    RecordAddress.form(record.table.name, sysID), record.table, record.name,
                    values.isEmpty ? "is as it was" : "was saved")
            }
        default: return try FormWriter(state: state).answer()
        }
    }

    private func save(
        _ state: FormState, _ write: (RecordWriting, RecordWriting.Input) throws -> Answer
    ) throws -> Answer {
        let filled = try FormEdits(form, state)
        guard filled.problems.isEmpty else { return try shown(state, problem: filled.summary, filled.problems) }
        return try tried(state) { try write(RecordWriting(call: call, table: state.table), filled.values) }
    }

    private func tried(_ state: FormState, _ body: () throws -> Answer) throws -> Answer {
        do { return try body() } catch let error as APIError {
            return try shown(state, problem: error.detail ?? error.message)
        }
    }

    /// The page after a change, with a message.
    private func done(_ address: String, _ table: Table, _ name: String, _ what: String) -> Answer {
        visit.page.authenticator.sessions[visit.viewer.session].notice =
            [table.label, name, what].filter { !$0.isEmpty }.joined(separator: " ")
        return visit.page.redirect(to: RecordAddress.local(form["sysparm_goto_url"]) ?? address)
    }

    private static let changedMeanwhile =
        "This record was changed by another user since the form was shown. Nothing was saved: look at what you filled "
        + "in, and send it again to save it over his changes."

    private func shown(_ state: FormState, problem: String, _ problems: [String: String] = [:]) throws -> Answer {
        var state = state
        (state.typed, state.problem, state.problems) = (form, problem, problems)
        return try FormWriter(state: state).answer()
    }
}

/// A page request by a signed-in user, with what the Table API's code needs to find, show and change records.
struct RecordVisit {
    let page: PageCall
    let call: Call
    let viewer: PageViewer
    /// A message about the previous action, shown on this page.
    let notice: String

    /// Nil if no user is signed in. Takes the message that the previous page left.
    init?(_ page: PageCall) throws {
        guard let session = try page.signedIn(),
            let account = try AccountStore(store: page.store).account(session.userID)
        else { return nil }
        self.page = page
        call = Call(
            request: page.request, parameters: Parameters(page.request.url), account: account, store: page.store,
            linkBase: page.request.url.origin + "/api/now/table/")
        viewer = PageViewer(session: session, account: account, build: page.build, now: page.now)
        notice = page.authenticator.sessions[session].notice
        if !notice.isEmpty { page.authenticator.sessions[session].notice = "" }
    }

    var account: Account { call.account }
    var store: RecordStore { call.store }

    /// Looks up display values in the user's format.
    var lookup: DisplayLookup { DisplayLookup(store: store, account.format) }

    func page(_ title: String, form: String, _ body: String) -> Answer {
        viewer.page(title, form: form, body, notice: notice)
    }

    /// A page with a message only; instances answer 200.
    func alert(_ title: String, _ text: String, form: String) -> Answer {
        page(title, form: form, HTML.alert(text) + "<p><a href=\"/home.do\">Home</a></p>")
    }

    /// The page for a table or record that the user may not read, as on instances.
    func withheld(_ form: String) -> Answer {
        alert("Security constraint", "Security constraints prevent access to requested page", form: form)
    }

    func missing(_ form: String) -> Answer { alert("Record not found", "Record not found", form: form) }
}
