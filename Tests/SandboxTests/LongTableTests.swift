import Database
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Sandbox

/// Long tables: they get indexes, and lists that ask for what lies behind one reference go by its values.
struct LongTableTests {
    private static let indexes = "SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name"

    private static let grown: Result<Visit, any Error> = Result {
        var options = SandboxOptions(clock: FixedClock())
        options.rows = ["incident": 3000]
        let visit = try Visit(sandbox: SandboxInstance(options))
        for caller in ["", "0123456789abcdef0123456789abcdef", "EA2BC1B14F4212008A5AB895F110C7D1"] {
            _ = try visit.create("incident", "{\"caller_id\":\"\(caller)\"}")
        }
        return visit
    }

    private func store(_ change: (inout SandboxOptions) -> Void = { _ in }) throws -> RecordStore {
        var options = SandboxOptions(clock: FixedClock())
        change(&options)
        return try RecordStore(schema: .standard, options: options)
    }

    private func names(_ connection: Connection) throws -> [String] {
        try connection.rows(Self.indexes) { $0.text(0) }
    }

    /// A condition that every row meets makes the list go by rows.
    @Test(arguments: [
        "ORDERBYcaller_id", "ORDERBYDESCcaller_id.manager.department.name", "caller_id.nameLIKEa^ORDERBYcaller_id.name",
        "caller_id.manager.nameISEMPTY", "caller_id.department.nameNOT LIKEs^ORcaller_id.vip=true^ORDERBYDESCcaller_id",
        "caller_id.name!=x^ORDERBYcaller_id.vip^ORDERBYDESCcaller_id.email",
        "caller_id.nosuch=1^ORDERBYcaller_id.email",
        "assignment_group.manager.nameSTARTSWITHb^ORDERBYassignment_group", "opened_by.name=nobody",
    ])
    func aListByReferenceIsTheSameByRows(query: String) throws {
        let visit = try Self.grown.get()
        func page(_ query: String, _ offset: Int) throws -> [String?] {
            let answer = try visit.ask(
                .get,
                """
                /api/now/table/incident?sysparm_query=\(PercentCoding.encode(query))&sysparm_fields=sys_id&\
                sysparm_limit=700&sysparm_offset=\(offset)
                """)
            let rows = answer.json["result"].map(Visit.elements) ?? []
            return rows.map { $0["sys_id"]?.scalarText } + [answer.headers["X-Total-Count"]]
        }
        for offset in [0, 350, 2500] {
            #expect(try page(query, offset) == page("sys_idISNOTEMPTY^" + query, offset), "from \(offset)")
        }
    }

    @Test func itGoesByTheIndexOfTheReference() throws {
        let store = try store { $0.rows = ["incident": 3000] }
        let table = try #require(Schema.standard["incident"])
        let context = QueryContext(userID: "u", userName: "n", zone: .instance, now: .init(seconds: 1_700_000_000))
        let plan = JoinPlan(table, in: .standard, by: table["caller_id"])
        let query = EncodedQuery("caller_id.manager.nameLIKEa^ORDERBYcaller_id.department.name")
        let compiler = QueryCompiler(plan: plan, context: context)
        let selection = RowSelection(
            plan: plan, condition: try compiler.condition(of: query), order: try compiler.order(of: query))
        try store.fill(plan.tables)
        for statement in [selection.rows, selection.count] {
            let steps = try store.connection.rows("EXPLAIN QUERY PLAN " + statement.text, statement.values) {
                $0.text(3)
            }
            let search = steps.first { $0.hasPrefix("SEARCH t USING") } ?? ""
            #expect(search.contains("INDEX task.caller_id (caller_id=?"), "\(steps)")
        }
    }

    @Test func rowsThatAreAskedThemselvesAreNotGoneToByReference() throws {
        let table = try #require(Schema.standard["incident"])
        let context = QueryContext(userID: "u", userName: "n", zone: .instance, now: .init(seconds: 1_700_000_000))
        for (query, reference) in [
            ("caller_id.name=x", "caller_id"), ("caller_id.name=x^ORDERBYDESCcaller_id", "caller_id"), ("", nil),
            ("caller_id.name=x^active=true", nil), ("caller_id.name=x^ORDERBYnumber", nil),
            ("caller_id.name=x^assigned_to.name=x", nil),
            ("caller_id.name=x^RLQUERYincident.parent,>1^ENDRLQUERY", nil),
            ("caller_id.name=x^123TEXTQUERY321=word", nil),
        ] {
            let plan = JoinPlan(table, in: .standard)
            let compiler = QueryCompiler(plan: plan, context: context)
            _ = try compiler.condition(of: EncodedQuery(query))
            _ = try compiler.order(of: EncodedQuery(query))
            #expect(plan.soleReference?.name == reference, "\(query)")
        }
    }

    @Test func aTableGetsItsIndexesWhenItIsLong() throws {
        let store = try store()
        let table = try #require(Schema.standard["incident"])
        let number = try #require(table["number"])
        try store.fill(["incident"])
        for count in 0..<1000 {
            #expect(try !store.hasIndex(on: number, of: table))
            try store.insert([(number, .text("N\(count)"))], into: table)
        }
        #expect(try store.hasIndex(on: number, of: table))
    }
}
