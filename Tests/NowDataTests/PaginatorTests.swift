import ExchangeModel
import FoundationEssentials
import NowData
import Testing

private struct Row: Decodable, Sendable, Equatable { let sysId: String }

@Suite struct PaginatorTests {
    private func page(_ ids: String..., of count: Int?) -> ScriptedTransport.Outcome {
        let rows = ids.map { "{\"sys_id\":\"\($0)\"}" }.joined(separator: ",")
        return answer("{\"result\":[\(rows)]}", count.map { total($0) } ?? [])
    }

    private func offsets(_ script: ScriptedTransport) -> [String] {
        script.requests.map { request in
            request.url.queryFields.filter { ["sysparm_query", "sysparm_offset", "sysparm_limit"].contains($0.name) }
                .map(\.value).joined(separator: " ")
        }
    }

    @Test func pagesAreFetchedForwardsAndBackwards() async throws {
        let script = try await tableService([
            page("1", "2", of: 5), page("3", "4", of: 5), page("5", of: 5), page("3", "4", of: 5),
            page("1", "2", of: 5),
            page("5", of: 5),
        ]) { service async throws in
            let pages: Paginator<[Row]> = service.paginator(
                from: "incident", configuration: FetchConfiguration(filter: Filter(query: "active=true"), limit: 2))
            #expect(pages.numberOfPages == .max)
            #expect(pages.page == 0)
            #expect(pages.hasNext && !pages.hasPrevious && !pages.isFinished && !pages.isBusy)
            await #expect(throws: PaginationError.noPreviousPage) { try await pages.previous() }
            #expect(try await pages.next() == [Row(sysId: "1"), Row(sysId: "2")])
            #expect(pages.numberOfPages == 3)
            #expect(try await pages.next().count == 2)
            #expect(try await pages.next() == [Row(sysId: "5")])
            #expect(pages.isFinished && !pages.hasNext && pages.hasPrevious)
            await #expect(throws: PaginationError.noNextPage) { try await pages.next() }
            #expect(try await pages.previous().first == Row(sysId: "3"))
            #expect(pages.page == 2)
            pages.reset()
            #expect(pages.page == 0)
            #expect(try await pages.first().first == Row(sysId: "1"))
            #expect(try await pages.last() == [Row(sysId: "5")])
        }
        #expect(
            offsets(script) == ["0", "2", "4", "2", "0", "4"].map { "active=true^ORDERBYsys_id 2 \($0)" })
    }

    @Test func theLastPageOfAnUnknownListIsFoundByTheFirst() async throws {
        let script = try await tableService([page("1", of: 41), page("41", of: 41)]) { service async throws in
            let pages = service.paginator(from: "incident")
            #expect(pages.itemsPerPage == 20)
            #expect(try await pages.last().convertToRecord().sysId == "41")
            #expect(pages.page == 3)
        }
        #expect(offsets(script) == ["ORDERBYsys_id 20 0", "ORDERBYsys_id 20 40"])
    }

    @Test func anEmptyListHasOneEmptyPage() async throws {
        _ = try await tableService([page(of: 0)]) { service async throws in
            let pages: Paginator<[Row]> = service.paginator(from: "incident")
            #expect(try await pages.next() == [])
            #expect(pages.numberOfPages == 1)
            #expect(pages.isFinished)
        }
    }

    @Test func aFailedPageIsNoStepAndCanBeTriedAgain() async throws {
        _ = try await tableService([answer("", status: 503), page("1", of: 1), .failure(TransportFailure(.reset, "x"))])
        { service async throws in
            let pages: Paginator<[Row]> = service.paginator(from: "incident")
            await #expect(throws: NowDataError.self) { try await pages.next() }
            #expect(pages.page == 0 && !pages.isBusy)
            #expect(try await pages.next() == [Row(sysId: "1")])
            await #expect(throws: NowDataError.self) { try await pages.first() }
            #expect(pages.page == 1)
        }
    }
}
