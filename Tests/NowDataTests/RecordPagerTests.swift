import ExchangeModel
import Testing

@testable import NowData

@Suite struct RecordPagerTests {
    private func rows(_ numbers: Range<Int>) -> String {
        "{\"result\":[" + numbers.map { "{\"sys_id\":\"\($0)\"}" }.joined(separator: ",") + "]}"
    }

    private func read(_ pager: RecordPager) async throws -> [String] {
        var found: [String] = []
        for try await batch in pager {
            let ids = batch.rows.compactMap(\.sysID).joined(separator: ",")
            found.append("\(batch.offset): \(ids) of \(batch.total ?? -1), \(batch.withheld ?? -1) withheld")
        }
        return found
    }

    private func windows(_ script: ScriptedTransport) -> [String] {
        script.requests.map { request in
            let fields = request.url.queryFields
            func value(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "-" }
            return "\(value("sysparm_query")) \(value("sysparm_offset"))+\(value("sysparm_limit"))"
        }
    }

    @Test func batchesFollowEachOtherInAStableOrderToTheEnd() async throws {
        let (tables, script) = try client([
            answer(rows(0..<3), total(7)), answer(rows(3..<6), total(7)), answer(rows(6..<7), total(7)),
        ])
        let found = try await read(RecordPager(tables, TableRead("incident", query: "active=true"), batchSize: 3))
        #expect(
            found == [
                "0: 0,1,2 of 7, 0 withheld", "3: 3,4,5 of 7, 0 withheld", "6: 6 of 7, 0 withheld",
            ])
        #expect(
            windows(script) == [
                "active=true^ORDERBYsys_id 0+3", "active=true^ORDERBYsys_id 3+3", "active=true^ORDERBYsys_id 6+3",
            ])
    }

    @Test(
        arguments: [
            (nil, "ORDERBYsys_id"), ("", "ORDERBYsys_id"), ("ORDERBYnumber", "ORDERBYnumber^ORDERBYsys_id"),
            ("a=1^ORDERBYsys_id", "a=1^ORDERBYsys_id"), ("ORDERBYDESCsys_id^a=1", "ORDERBYDESCsys_id^a=1"),
            ("ORDERBYsys_id_copy", "ORDERBYsys_id_copy^ORDERBYsys_id"), ("a=1^NQb=2", "a=1^NQb=2^ORDERBYsys_id"),
            ("a=1^", "a=1^ORDERBYsys_id"), ("^", "ORDERBYsys_id"),
        ] as [(String?, String)])
    func theOrderIsAddedOnce(query: String?, expected: String) {
        #expect(StableOrder.added(to: query) == expected)
    }

    @Test func rowsWithoutRightsShortenABatchAndEndNothing() async throws {
        let (tables, _) = try client([
            answer(rows(0..<1), total(5)), answer(rows(0..<0), total(5)), answer(rows(4..<5), total(5)),
        ])
        let found = try await read(RecordPager(tables, TableRead("incident"), batchSize: 2))
        #expect(found == ["0: 0 of 5, 1 withheld", "2:  of 5, 2 withheld", "4: 4 of 5, 0 withheld"])
    }

    @Test func aLimitIsHardAndCutsTheLastBatch() async throws {
        let (tables, script) = try client([answer(rows(0..<3), total(100)), answer(rows(3..<5), total(100))])
        _ = try await read(RecordPager(tables, TableRead("incident", limit: 5, offset: 10), batchSize: 3))
        #expect(windows(script) == ["ORDERBYsys_id 10+3", "ORDERBYsys_id 13+2"])
    }

    @Test func aLimitOfNothingAsksNothing() async throws {
        let (tables, script) = try client([])
        #expect(try await read(RecordPager(tables, TableRead("incident", limit: 0))) == [])
        #expect(script.requests.isEmpty)
    }

    @Test func withoutATotalTheNextLinkOrAFullBatchGoesOn() async throws {
        let next = "<https://x.service-now.com/api/now/table/t?sysparm_offset=2>;rel=\"next\""
        let (tables, script) = try client([
            answer(rows(0..<1), [HeaderField("Link", next)]), answer(rows(2..<4)), answer(rows(4..<5)),
        ])
        let found = try await read(RecordPager(tables, TableRead("t", skipsCount: true), batchSize: 2))
        #expect(found == ["0: 0 of -1, -1 withheld", "2: 2,3 of -1, -1 withheld", "4: 4 of -1, -1 withheld"])
        #expect(script.requests.count == 3)
    }

    @Test func aTotalThatShrinksEndsTheList() async throws {
        let (tables, script) = try client([answer(rows(0..<2), total(10)), answer(rows(2..<3), total(3))])
        _ = try await read(RecordPager(tables, TableRead("t"), batchSize: 2))
        #expect(script.requests.count == 2)
    }

    @Test func aFailureInTheMiddleIsThrownAfterTheBatchesBeforeIt() async throws {
        let (tables, _) = try client([answer(rows(0..<2), total(4)), .failure(TransportFailure(.reset, "Broken."))])
        var batches = RecordPager(tables, TableRead("t"), batchSize: 2).makeAsyncIterator()
        #expect(try await batches.next()?.rows.count == 2)
        do {
            _ = try await batches.next()
            Issue.record("the failure was lost")
        } catch {
            #expect(error as? RequestFailure == .transport(TransportFailure(.reset, "Broken.")))
        }
    }
}
