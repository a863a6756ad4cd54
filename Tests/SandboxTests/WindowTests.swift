import ExchangeModel
import Notation
import Testing

/// Windows of long lists: kept selections answer as fresh ones do, and are forgotten when anything changes.
struct WindowTests {
    private func page(_ visit: Visit, _ query: String, _ limit: Int, _ offset: Int, _ more: String = "") throws -> (
        numbers: [String], total: String?
    ) {
        let answer = try visit.ask(
            .get,
            """
            /api/now/table/incident?sysparm_query=\(PercentCoding.encode(query))&sysparm_fields=number&\
            sysparm_limit=\(limit)&sysparm_offset=\(offset)\(more)
            """)
        let rows = answer.json["result"].map(Visit.elements) ?? []
        return (rows.map { $0["number"]?.scalarText ?? "?" }, answer.headers["X-Total-Count"])
    }

    @Test(arguments: [
        "", "ORDERBYDESCpriority", "active=true^ORDERBYcaller_id.department.name", "priorityIN1,2^ORDERBYDESCnumber",
        "number=nothing",
    ])
    func everyWindowIsASliceOfTheWhole(query: String) throws {
        let visit = try Visit()
        let whole = try visit.list("incident", query, "number", limit: 1000)
        for (limit, offset) in [(7, 0), (7, 7), (1, 3), (50, 0), (50, 150), (0, 5), (10, 190), (10, 500), (1000, 1)] {
            let slice = Array(whole.dropFirst(offset).prefix(limit))
            let found = try page(visit, query, limit, offset)
            #expect(found.numbers == slice && found.total == String(whole.count), "\(limit) from \(offset)")
            let uncounted = try page(visit, query, limit, offset, "&sysparm_no_count=true")
            #expect(uncounted.numbers == slice && uncounted.total == nil)
        }
    }

    @Test func aWriteIsSeenOnTheNextPage() throws {
        let visit = try Visit()
        let query = "short_descriptionSTARTSWITHwindow^ORDERBYorder"
        for order in [3, 1, 4] {
            _ = try visit.create("incident", "{\"short_description\":\"window\",\"order\":\"\(order)\"}")
        }
        let before = try page(visit, query, 2, 1)
        #expect(before.total == "3")
        let sysID = try visit.create("incident", #"{"short_description":"window","order":"2"}"#)
        let created = try page(visit, query, 3, 1)
        #expect(created.total == "4" && [created.numbers[1], created.numbers[2]] == before.numbers)
        _ = try visit.ask(.patch, "/api/now/table/incident/\(sysID)", body: #"{"order":"9"}"#)
        #expect(try page(visit, query, 3, 1).numbers == before.numbers + [created.numbers[0]])
        _ = try visit.ask(.patch, "/api/now/table/incident/\(sysID)", body: #"{"short_description":"door"}"#)
        #expect(try page(visit, query, 2, 1) == before)
    }

    @Test func theClockOfTheInstanceMovesRelativeTimes() throws {
        let visit = try Visit()
        let query = "correlation_id=clock^sys_created_on<javascript:gs.minutesAgo(0)"
        for _ in 0..<3 { _ = try visit.create("incident", #"{"correlation_id":"clock"}"#) }
        let before = try page(visit, query, 1, 1)
        _ = try visit.create("sys_user_group", #"{"name":"Time goes by"}"#)
        #expect(before.total == "2")
        #expect(try page(visit, query, 1, 1).total == "3")
    }

    @Test func twoUsersSeeTheirOwn() throws {
        var visit = try Visit("john.doe:password")
        let query = "assigned_to!=javascript:gs.getUserID()^ORDERBYnumber"
        let johns = try page(visit, query, 5, 1)
        visit.user = "abel.tuter:password"
        let abels = try page(visit, query, 5, 1)
        #expect(johns.total != abels.total)
        visit.user = "john.doe:password"
        #expect(try page(visit, query, 5, 1) == johns)
    }
}
