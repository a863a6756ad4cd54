import ExchangeModel
import TestSupport
import Testing

@testable import NowData

struct RecordPagerTests {
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

    @Test func batchesAreReadInStableOrder() async throws {
        let (tables, script) = try client([
            answer(rows(0..<3), total(7)), answer(rows(3..<6), total(7)), answer(rows(6..<7), total(7)),
        ])
        let found = try await read(RecordPager(tables, TableRead("incident", query: "active=true"), batchSize: 3))
        expectEqual(
            found,
            [
                "0: 0,1,2 of 7, 0 withheld", "3: 3,4,5 of 7, 0 withheld", "6: 6 of 7, 0 withheld",
            ])
        expectEqual(
            windows(script),
            [
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
    func orderIsAddedOnce(query: String?, expected: String) {
        expectEqual(StableOrder.added(to: query), expected)
    }

    @Test func withheldRowsShortenBatchWithoutEndingList() async throws {
        let (tables, _) = try client([
            answer(rows(0..<1), total(5)), answer(rows(0..<0), total(5)), answer(rows(4..<5), total(5)),
        ])
        let found = try await read(RecordPager(tables, TableRead("incident"), batchSize: 2))
        expectEqual(found, ["0: 0 of 5, 1 withheld", "2:  of 5, 2 withheld", "4: 4 of 5, 0 withheld"])
    }

    @Test func limitTruncatesLastBatch() async throws {
        let (tables, script) = try client([answer(rows(0..<3), total(100)), answer(rows(3..<5), total(100))])
        _ = try await read(RecordPager(tables, TableRead("incident", limit: 5, offset: 10), batchSize: 3))
        expectEqual(windows(script), ["ORDERBYsys_id 10+3", "ORDERBYsys_id 13+2"])
    }

    @Test func nextLinkOrFullBatchContinuesWithoutTotal() async throws {
        let next = "<https://x.service-now.com/api/now/table/t?sysparm_offset=2>;rel=\"next\""
        let (tables, script) = try client([
            answer(rows(0..<1), [HeaderField("Link", next)]), answer(rows(2..<4)), answer(rows(4..<5)),
        ])
        let found = try await read(RecordPager(tables, TableRead("t", skipsCount: true), batchSize: 2))
        expectEqual(found, ["0: 0 of -1, -1 withheld", "2: 2,3 of -1, -1 withheld", "4: 4 of -1, -1 withheld"])
        expectEqual(script.requests.count, 3)
    }

    @Test func shrinkingTotalEndsList() async throws {
        let (tables, script) = try client([answer(rows(0..<2), total(10)), answer(rows(2..<3), total(3))])
        _ = try await read(RecordPager(tables, TableRead("t"), batchSize: 2))
        #expect(script.requests.count == 2)
    }

    @Test func failureIsThrownAfterEarlierBatches() async throws {
        let (tables, _) = try client([answer(rows(0..<2), total(4)), .failure(TransportFailure(.reset, "Broken."))])
        var batches = RecordPager(tables, TableRead("t"), batchSize: 2).makeAsyncIterator()
        try await expectEqual(batches.next()?.rows.count, 2)
        do {
            _ = try await batches.next()
            Issue.record("the failure was lost")
        } catch {
            #expect(error as? RequestFailure == .transport(TransportFailure(.reset, "Broken.")))
        }
    }

    /// Rows with realistic sys_ids: 32 digits, ascending.
    private func records(_ numbers: [Int]) -> String {
        "{\"result\":[" + numbers.map { "{\"sys_id\":\"\(id($0))\"}" }.joined(separator: ",") + "]}"
    }

    private func id(_ number: Int) -> String { String(repeating: "0", count: 31) + String(number, radix: 16) }

    private func numbers(_ pager: RecordPager) async throws -> (rows: [Int], withheld: Int?) {
        var found: [Int] = []
        var withheld: Int? = 0
        for try await batch in pager {
            found += batch.rows.compactMap(\.sysID).compactMap { Int($0, radix: 16) }
            withheld = withheld.flatMap { sum in batch.withheld.map { sum + $0 } }
        }
        return (found, withheld)
    }

    @Test func unorderedListIsPagedByKey() async throws {
        let (tables, script) = try client([
            answer(records([0, 1, 2]), total(7)), answer(records([3, 4, 5]), total(4)), answer(records([6]), total(1)),
        ])
        let found = try await numbers(
            RecordPager(tables, TableRead("incident", query: "active=true", fields: ["number"]), batchSize: 3))
        #expect(found == ([0, 1, 2, 3, 4, 5, 6], 0))
        #expect(
            windows(script) == [
                "active=true^ORDERBYsys_id 0+3", "active=true^sys_id>\(id(2))^ORDERBYsys_id 0+3",
                "active=true^sys_id>\(id(5))^ORDERBYsys_id 0+3",
            ])
        #expect(script.requests.allSatisfy { $0.url.query?.contains("sysparm_fields=number%2Csys_id") ?? false })
    }

    @Test(
        arguments: [
            (nil, "sys_id>7^ORDERBYsys_id"), ("", "sys_id>7^ORDERBYsys_id"),
            ("a=1^NQb=2^ORc=3", "a=1^sys_id>7^NQb=2^ORc=3^sys_id>7^ORDERBYsys_id"),
            ("a=1^EQ", "a=1^sys_id>7^EQ^ORDERBYsys_id"), ("a=1^ORDERBYsys_id", "a=1^sys_id>7^ORDERBYsys_id"),
            ("ORDERBYnumber", nil), ("ORDERBYDESCsys_id", nil), ("a=1^GROUPBYb", nil), ("a=1^", nil), ("^a=1", nil),
            ("a=1^^b=2", nil), ("nonsense", nil), ("a=1^NQ", nil), ("a=1^EQ^b=2", nil), ("123TEXTQUERY321=x", nil),
            ("JOINa.b=c.d!e=1", nil), ("RLQUERYa.b,>1^ENDRLQUERY", nil),
        ] as [(String?, String?)])
    func keyIsAddedToEveryAlternative(query: String?, expected: String?) {
        expectEqual(KeysetQuery(query)?.text(after: "7"), expected)
    }

    @Test func concurrentDeletionSkipsNoRecord() async throws {
        let (tables, script) = try client([
            answer(records([0, 1]), total(5)), answer(records([3, 4]), total(2)),
        ])
        let found = try await numbers(RecordPager(tables, TableRead("t"), batchSize: 2))
        #expect(found == ([0, 1, 3, 4], 0))
        #expect(script.requests.count == 2)
    }

    /// Of fifteen rows, 1, 4 to 7, 9 and 14 are withheld; each window spans three rows, withheld ones included.
    @Test func withheldRecordsAreCountedOnce() async throws {
        let (tables, script) = try client([
            answer(records([0, 2]), total(15)), answer(records([3]), total(12)), answer(records([]), total(11)),
            answer(records([8]), total(11)), answer(records([10, 11]), total(6)), answer(records([12, 13]), total(3)),
            answer(records([]), total(1)),
        ])
        let found = try await numbers(RecordPager(tables, TableRead("t"), batchSize: 3))
        #expect(found == ([0, 2, 3, 8, 10, 11, 12, 13], 7))
        #expect(
            windows(script).map { $0.split(separator: " ").last.map(String.init) ?? "" } == [
                "0+3", "0+3", "0+3", "3+3", "0+3", "0+3", "0+3",
            ])
    }

    @Test func smallerBatchesAreReadToTheEnd() async throws {
        let (tables, _) = try client([
            answer(records([0, 1]), total(5)), answer(records([2, 3]), total(3)), answer(records([4]), total(1)),
        ])
        #expect(try await numbers(RecordPager(tables, TableRead("t"), batchSize: 1000)) == ([0, 1, 2, 3, 4], 0))
    }

    @Test func emptyBatchEndsListWithoutTotal() async throws {
        let (tables, script) = try client([answer(records([0, 1])), answer(records([2])), answer(records([]))])
        #expect(
            try await numbers(RecordPager(tables, TableRead("t", skipsCount: true), batchSize: 2)) == ([0, 1, 2], nil))
        expectEqual(script.requests.count, 3)
    }

    @Test func ignoredKeyFallsBackToOffset() async throws {
        let (tables, script) = try client([
            answer(records([0, 1]), total(4)), answer(records([0, 1]), total(4)), answer(records([2, 3]), total(4)),
        ])
        #expect(try await numbers(RecordPager(tables, TableRead("t"), batchSize: 2)) == ([0, 1, 2, 3], 0))
        #expect(
            windows(script) == ["ORDERBYsys_id 0+2", "sys_id>\(id(1))^ORDERBYsys_id 0+2", "ORDERBYsys_id 2+2"])
    }

    @Test func limitAppliesToAnyResponse() async throws {
        let next = "<https://x.service-now.com/api/now/table/t?sysparm_offset=2>;rel=\"next\""
        let (tables, script) = try client([
            answer(records([0, 1, 2, 3]), total(100, next)), answer(records([2, 3, 4]), total(98, next)),
        ])
        try await expectEqual(numbers(RecordPager(tables, TableRead("t", limit: 3), batchSize: 2)).rows, [0, 1, 2])
        #expect(script.requests.count == 2)
    }

    private func stall(_ pager: RecordPager) async -> (batches: Int, failure: RequestFailure?) {
        var count = 0
        do {
            for try await _ in pager { count += 1 }
            return (count, nil)
        } catch {
            return (count, error)
        }
    }

    @Test(arguments: ["", "ORDERBYnumber"])
    func repeatedPageEndsList(_ query: String) async throws {
        let (tables, script) = try client((0..<9).map { _ in answer(records([0, 1]), total(1_000_000)) })
        let found = await stall(RecordPager(tables, TableRead("t", query: query), batchSize: 2))
        expectEqual(found.batches, 1)
        expectEqual(found.failure, .stalled(.repeated))
        // Before a page by key counts as repeated, it is requested by offset.
        expectEqual(script.requests.count, (query.isEmpty ? 3 : 2))
    }

    @Test func alternatingPagesAreDetected() async throws {
        let (tables, _) = try client((0..<9).map { answer(records([$0 % 3 * 2, $0 % 3 * 2 + 1]), total(1_000_000)) })
        let found = await stall(RecordPager(tables, TableRead("t", query: "ORDERBYnumber"), batchSize: 2))
        expectEqual(found.batches, 3)
        expectEqual(found.failure, .stalled(.repeated))
    }

    @Test func recordsWithoutSysIDAreComparedByContent() async throws {
        func page(_ number: Int) -> ScriptedTransport.Outcome {
            answer("{\"result\":[{\"number\":\"\(number)\"}]}", total(1_000_000))
        }
        let (tables, script) = try client([page(0), page(1), page(1), page(1)])
        let read = TableRead("t", query: "ORDERBYx", fields: ["number"])
        let found = await stall(RecordPager(tables, read, batchSize: 1))
        expectEqual(found.batches, 2)
        expectEqual(found.failure, .stalled(.repeated))
        // The page that resembles the previous one is requested with the sys_id.
        expectEqual(
            script.requests.map { $0.url.queryFields.first { $0.name == "sysparm_fields" }?.value },
            [
                "number", "number", "number", "number,sys_id",
            ])
    }

    @Test func similarRecordsAreDistinct() async throws {
        let alike = "{\"result\":[{\"state\":\"1\"},{\"state\":\"1\"}]}"
        let (tables, script) = try client([
            answer(alike, total(6)), answer(alike, total(6)), answer(records([2, 3]), total(6)),
            answer(records([4, 5]), total(6)),
        ])
        let read = TableRead("t", query: "ORDERBYx", fields: ["state"])
        let found = await stall(RecordPager(tables, read, batchSize: 2))
        expectEqual(found.batches, 3)
        expectEqual(found.failure, nil)
        expectEqual(
            windows(script),
            [
                "ORDERBYx^ORDERBYsys_id 0+2", "ORDERBYx^ORDERBYsys_id 2+2", "ORDERBYx^ORDERBYsys_id 2+2",
                "ORDERBYx^ORDERBYsys_id 4+2",
            ])
    }

    @Test func emptyPageWithNextLinkEndsList() async throws {
        let pages = SeenRecords.maxEmptyBatches
        let (tables, script) = try client((0...pages).map { _ in answer(records([]), total(.max)) })
        let found = await stall(RecordPager(tables, TableRead("t"), batchSize: 2))
        expectEqual(found.failure, .stalled(.empty(batches: pages)))
        expectEqual(script.requests.count, pages)
    }

    @Test func lastPageMayRepeatRecords() async throws {
        let (tables, _) = try client([answer(records([0, 1]), total(2)), answer(records([1]), total(3))])
        let (longer, _) = try client([answer(records([0, 1]), total(3)), answer(records([1]), total(3))])
        for tables in [tables, longer] {
            let found = await stall(RecordPager(tables, TableRead("t", query: "ORDERBYnumber"), batchSize: 2))
            expectEqual(found.failure, nil)
        }
    }
}
