import ExchangeModel
import LoopbackServer
import NowLive
import Sandbox
import Testing
import Foundation
import NowData
import NowSDK

/// Snippets from the SDK's documentation of tables, in a class without an actor.
private final class Model {
    var tableService: NowTableService?
    var graphQLService: NowGraphQLService?

    func initializeTableService(instanceUrl: URL) {
        makeTableService(instanceUrl: instanceUrl) { [weak self] result in
            guard let self = self else { return }
            switch result {
            case .success(let tableService):
                self.tableService = tableService
            case .failure(let error):
                debugPrint("Creating table service failed with error: \(error.localizedDescription)")
            }
        }
    }

    func initializeGraphQLService(instanceUrl: URL) {
        makeGraphQLService(instanceUrl: instanceUrl) { [weak self] result in
            switch result {
            case .success(let service):
                self?.graphQLService = service
            case .failure(let error):
                debugPrint("Creating GraphQL service failed with error: \(error.localizedDescription)")
                self?.graphQLService = nil
            }
        }
    }

    func fetchArticles() async throws -> [Article] {
        guard let graphQLService = graphQLService else {
            throw ArticleListError.invalidGraphQLService
        }
        do {
            let data = try await graphQLService.execute(GraphQLQuery(query: recentlyPublishedQuery))
            let articles = try dataToArticleList(data)
            return articles
        } catch let error as NowDataError {
            throw ArticleListError.fetchError(error)
        } catch {
            throw error
        }
    }

    private let recentlyPublishedQuery =
        """
        {
        GlideRecord_Query {
        kb_knowledge(queryConditions: "active=true^ORDERBYpublishedDESC" pagination: { limit: 10, offset: 0 }) {
        _results {
        sys_id {
        value
        },
        number {
        displayValue
        },
        short_description {
        displayValue
        },
        author {
        displayValue
        }
        published {
        displayValue
        }
        }
        }
        }
        }
        """

    private func dataToArticleList(_ data: Data) throws -> [Article] {
        try JSONDecoder().decode(ArticleAnswer.self, from: data).data.GlideRecord_Query.kb_knowledge._results
    }

    let fetchConfiguration: FetchConfiguration = {
        let includeFields = ["number", "short_description", "priority", "state", "opened_at", "caller_id.name"]
        let readConfiguration = FieldReadConfiguration(includeFields: includeFields, options: .actualValues)
        let filter = Filter(criteria: [], sortBy: [.desc("opened_at")], queryCategory: nil)
        return FetchConfiguration(filter: filter, limit: 10, readConfiguration: readConfiguration)
    }()
}

private enum ArticleListError: Error {
    case invalidGraphQLService
    case fetchError(NowDataError)
}

private struct Article: Decodable, Sendable {
    struct Stored: Decodable { let value: String }
    struct DisplayValueModel: Decodable { let displayValue: String }
    let sys_id: Stored
    let number: DisplayValueModel
    let short_description: DisplayValueModel
    let author: DisplayValueModel
    let published: DisplayValueModel
}

private struct ArticleAnswer: Decodable {
    struct Root: Decodable { let GlideRecord_Query: Tables }
    struct Tables: Decodable { let kb_knowledge: Articles }
    struct Articles: Decodable { let _results: [Article] }
    let data: Root
}

private struct Case: Codable, Sendable {
    let number: String
    let openedAt: Date
}

/// Runs the documentation's snippets against the sandbox over a real socket.
@Suite struct SnippetTests {
    private func onTheSandbox(_ body: (URL) async throws -> Void) async throws {
        let sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        let listener = try LoopbackListener(sandbox)
        defer { listener.stop() }
        NowLive.install()
        try await withConfiguration(configuration(nil)) {
            try await body(try #require(URL(string: "http://127.0.0.1:\(listener.port)")))
        }
    }

    @Test func tableServiceIsCreatedPagedAndSorted() async throws {
        try await onTheSandbox { address in
            let model = Model()
            model.initializeTableService(instanceUrl: address)
            let tableService = try #require(model.tableService)
            let paginator: Paginator<[Case]> = tableService.paginator(
                from: "incident", configuration: model.fetchConfiguration)
            let first = try await paginator.first()
            #expect(first.count == 10)
            #expect(first.map(\.openedAt) == first.map(\.openedAt).sorted(by: >))
            let second = try await paginator.next()
            #expect(Set(first.map(\.number)).isDisjoint(with: second.map(\.number)))
            let last = try await paginator.last()
            #expect(!last.isEmpty && last.count <= 10 && !paginator.hasNext)
        }
    }

    @Test func mostRecentArticlesAreFetched() async throws {
        try await onTheSandbox { address in
            let model = Model()
            model.initializeGraphQLService(instanceUrl: address)
            let articles = try await model.fetchArticles()
            #expect(articles.count == 10)
            let published = articles.map(\.published.displayValue)
            #expect(published == published.sorted(by: >))
            #expect(Set(articles.map(\.sys_id.value)).count == 10)
            #expect(articles.allSatisfy { $0.number.displayValue.hasPrefix("KB") && !$0.author.displayValue.isEmpty })
        }
    }

    @Test func recordIsCreatedUpdatedAndDeleted() async throws {
        try await onTheSandbox { address in
            let model = Model()
            model.initializeTableService(instanceUrl: address)
            let service = try #require(model.tableService)
            let data = try await service.createRecord(
                with: ["short_description": "Printer on fire", "urgency": 2], in: "incident",
                configuration: FieldReadConfiguration(includeFields: ["sys_id", "urgency"]))
            let record = data.convertToRecord()
            #expect(record["urgency"]?.value == "2")
            let changed: Result<Data, NowDataError> = await withCheckedContinuation { continuation in
                service.updateRecord(sysId: record.sysId, in: "incident", with: ["urgency": 1]) {
                    continuation.resume(returning: $0)
                }
            }
            #expect(try changed.convertToRecord().get()["urgency"]?.value == "1")
            try await service.deleteRecord(sysId: record.sysId, from: "incident")
            await #expect(throws: NowDataError.self) { try await service.record(with: record.sysId, from: "incident") }
        }
    }

    @Test func conditionsFindMatchingRecords() async throws {
        try await onTheSandbox { address in
            let model = Model()
            model.initializeTableService(instanceUrl: address)
            let service = try #require(model.tableService)
            // Where the record is active
            let condition1 = Condition.boolean(field: "active", .is(true))
            // AND it was opened at some time
            let condition2 = Condition.dateTime(field: "opened_at", .atOrBefore(0, .daysAgoEnd))
            let filter = Filter(conditions: [condition1, condition2], sorts: [.asc("number")])
            let read = FieldReadConfiguration(includeFields: ["sys_id", "active"])
            let both = try await service.records(
                from: "incident", configuration: FetchConfiguration(filter: filter, readConfiguration: read)
            ).convertToRecords()
            #expect(!both.isEmpty && both.allSatisfy { $0["active"]?.value == "true" })
            let keyword = Filter(keywords: "computer", conditions: [condition1])
            let found = try await service.records(
                from: "incident", configuration: FetchConfiguration(filter: keyword, readConfiguration: read)
            ).convertToRecords()
            #expect(found.contains { $0.sysId == "061c92d26f030200d7aecd9c5d3ee4f8" } && found.count < both.count)
        }
    }
}
