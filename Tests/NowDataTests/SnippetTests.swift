import ExchangeModel
import Foundation
import FoundationEssentials
import LoopbackServer
import NowData
import NowLive
import NowSDK
import Sandbox
import TestSupport
import Testing

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
        let filter = Filter(query: "ORDERBYDESCopened_at")
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
struct SnippetTests {
    private func onTheSandbox(_ body: (URL) async throws -> Void) async throws {
        let sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        let listener = try LoopbackListener(sandbox)
        defer { listener.stop() }
        NowLive.install()
        try await withConfiguration(configuration(nil)) {
            try await body(try #require(URL(string: "http://127.0.0.1:\(listener.port)")))
        }
    }

    @Test func tableServiceIsCreatedAndSorts() async throws {
        try await onTheSandbox { address in
            let model = Model()
            model.initializeTableService(instanceUrl: address)
            let tableService = try #require(model.tableService)
            let found: [Case] = try await tableService.model(from: "incident", configuration: model.fetchConfiguration)
            #expect(found.count == 10 && found.map(\.openedAt) == found.map(\.openedAt).sorted(by: >))
        }
    }

    @Test func mostRecentArticlesAreFetched() async throws {
        try await onTheSandbox { address in
            let model = Model()
            model.initializeGraphQLService(instanceUrl: address)
            let articles = try await model.fetchArticles()
            expectEqual(articles.count, 10)
            let published = articles.map(\.published.displayValue)
            expectEqual(published, published.sorted(by: >))
            expectEqual(Set(articles.map(\.sys_id.value)).count, 10)
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
            let record = try Self.record(in: data)
            let sysId = try #require(record["sys_id"])
            expectEqual(record["urgency"], "2")
            let changed: Result<Data, NowDataError> = await withCheckedContinuation { continuation in
                service.updateRecord(sysId: sysId, in: "incident", with: ["urgency": 1]) {
                    continuation.resume(returning: $0)
                }
            }
            #expect(String(decoding: try changed.get(), as: UTF8.self).contains(#""urgency":"1""#))
            try await service.deleteRecord(sysId: sysId, from: "incident")
            await #expect(throws: NowDataError.self) { try await service.record(with: sysId, from: "incident") }
        }
    }

    private static func record(in data: Data) throws -> [String: String] {
        try #require(try JSONDecoder().decode([String: [String: String]].self, from: data)["result"])
    }
}

/// The services against the sandbox.
struct DataOnSandboxTests {
    private let sandbox: SandboxInstance
    private let instance: Instance

    init() throws {
        sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        instance = try Instance("http://sandbox.localhost")
    }

    private func tables(_ user: String = "john.doe", _ password: String = "password") -> (
        TableClient, AuthenticatingTransport
    ) {
        let transport = AuthenticatingTransport(
            instance: instance, next: sandbox,
            credentials: FixedCredentials(.basic(user: user, password: Secret(password))),
            secrets: SecretBook(), clock: FixedClock())
        return (TableClient(instance: instance, transport: transport), transport)
    }

    @Test func sampleRecordsAreFoundByName() async throws {
        let (tables, transport) = tables()
        let john = try await tables.record(named: "john.doe", TableRead("sys_user", fields: ["name"]))
        expectEqual(john.sysID, "ea2bc1b14f4212008a5ab895f110c7d1")
        #expect(transport.status.hasSession)
        let incident = try await tables.record(
            named: "INC0010021", TableRead("incident", fields: ["number", "short_description", "assigned_to"]))
        expectEqual(incident["short_description"]?.value, "my computer doesn't work")
        expectEqual(incident["assigned_to"], TableCell(value: "ea2bc1b14f4212008a5ab895f110c7d1", display: "John Doe"))
        try await expectEqual(tables.sysID(of: "INC0010021", in: "incident"), "061c92d26f030200d7aecd9c5d3ee4f8")
        guard
            case .noRecord = await failure({ _ = try await tables.record(named: "INC9999999", TableRead("incident")) })
        else {
            Issue.record("a record that does not exist was found")
            return
        }
    }

    @Test func listIsReadInBatchesWithoutGapsOrDuplicates() async throws {
        let (tables, _) = tables()
        let read = TableRead("incident", query: "ORDERBYpriority", fields: ["sys_id"])
        var ids: [String] = []
        var most = 0
        for try await batch in RecordPager(tables, read, batchSize: 37) {
            ids += batch.rows.compactMap(\.sysID)
            most = max(most, batch.rows.count)
            expectEqual(batch.withheld, 0)
        }
        expectEqual(most, 37)
        expectEqual(Set(ids).count, ids.count)
        try await expectEqual(tables.count("incident").first?.count, ids.count)
    }

    @Test func errorsAreTyped() async throws {
        let (john, _) = tables()
        let (stranger, _) = tables("john.doe", "wrong")
        await expectEqual(errorResponse { _ = try await john.list(TableRead("nosuch'table")) }?.kind, .invalid)
        await expectEqual(errorResponse { _ = try await john.get("none", TableRead("incident")) }?.kind, .notFound)
        await expectEqual(errorResponse { _ = try await stranger.list(TableRead("incident")) }?.kind, .notSignedIn)
    }

    @Test func tablesColumnsAndNamesAreDescribed() async throws {
        let (tables, _) = tables()
        let columns = try await tables.describe("incident")
        let caller = try #require(columns.first { $0.name == "caller_id" })
        expectEqual(caller.type, "reference")
        expectEqual(caller.reference, "sys_user")
        expectEqual(columns.first { $0.name == "state" }?.choices.isEmpty, false)
        #expect(try await tables.tableNames().map(\.name).contains("incident"))
        try await expectEqual(tables.currentUser().name, "john.doe")
    }
}
