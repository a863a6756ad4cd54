import ExchangeModel
import FoundationEssentials
import NowData
import NowSDK
import Testing

/// A screen of an application. It belongs to the main actor and does nothing for other threads.
@MainActor private final class Screen {
    private(set) var tableService: NowTableService?
    private(set) var graphQLService: NowGraphQLService?
    private(set) var shown: [String] = []

    func initializeTableService(instanceUrl: URL) {
        makeTableService(instanceUrl: instanceUrl) { [weak self] result in
            guard let self = self else { return }
            switch result {
            case .success(let tableService):
                debugPrint("Successfully created a table service \(tableService)")
                self.tableService = tableService
            case .failure(let error):
                debugPrint("Creating table service failed with error: \(error)")
            }
        }
    }

    func initializeGraphQLService(instanceUrl: URL) {
        makeGraphQLService(instanceUrl: instanceUrl) { [weak self] result in
            switch result {
            case .success(let service):
                self?.graphQLService = service
            case .failure(let error):
                debugPrint("Creating GraphQL service failed with error: \(error)")
                self?.graphQLService = nil
            }
        }
    }

    func show(_ query: String, then done: @escaping () -> Void) {
        graphQLService?.execute(GraphQLQuery(query: query)) { [weak self] result in
            self?.shown.append((try? result.get()).map { String(decoding: $0, as: UTF8.self) } ?? "failed")
            done()
        }
    }

    func showRecord(then done: @escaping () -> Void) {
        tableService?.record(with: "a1", from: "incident") { [weak self] result in
            switch result {
            case .success(let data): self?.shown.append("\(data.count) bytes")
            case .failure(let error): self?.shown.append("\(error)")
            }
            done()
        }
    }
}

/// Closures of applications compile as the documentation writes them, and run where their properties belong.
@Suite struct ApplicationTests {
    private var address: URL {
        get throws { try #require(URL(string: "https://myinstance.service-now.com")) }
    }

    @Test func closuresRunOnTheCallersActor() async throws {
        let script = ScriptedTransport([
            answer(#"{"data":{}}"#), answer(#"{"result":{}}"#), answer("{}", status: 404),
        ])
        let address = try address
        try await withConfiguration(configuration(script)) { await Self.use(address) }
        #expect(script.requests.count == 3)
    }

    @MainActor private static func use(_ address: URL) async {
        let screen = Screen()
        screen.initializeTableService(instanceUrl: address)
        screen.initializeGraphQLService(instanceUrl: address)
        await withCheckedContinuation { continuation in screen.show("{ a }") { continuation.resume() } }
        for _ in 0..<2 {
            await withCheckedContinuation { continuation in screen.showRecord { continuation.resume() } }
        }
        #expect(screen.shown.prefix(2) == [#"{"data":{}}"#, "13 bytes"])
        #expect(screen.shown.count == 3 && screen.shown[2].contains("HTTP 404"), "\(screen.shown)")
    }

    @Test func factoriesAreAsyncToo() async throws {
        let address = try address, wrong = try #require(URL(string: "ftp://x"))
        try await withConfiguration(configuration(ScriptedTransport([]))) {
            let tables = try await makeTableService(instanceUrl: address)
            let graphQL = try await makeGraphQLService(instanceUrl: address)
            let api = try await makeApiService(instanceUrl: address, path: "/api/now")
            let attachments = try await makeAttachmentService(instanceUrl: address)
            let services: [any NowService] = [tables, graphQL, api, attachments]
            #expect(services.allSatisfy { $0.configuration.instanceUrl == address })
            await #expect(throws: NowServiceError.serviceConfigurationInvalid) {
                try await makeGraphQLService(instanceUrl: wrong)
            }
        }
    }

    @Test func publisherSendsItsRequestForEachIteration() async throws {
        let script = ScriptedTransport([
            answer(#"{"data":{"a":1}}"#), answer(#"{"data":{"a":2}}"#),
            .failure(TransportFailure(.timeout, "It took too long.")),
        ])
        let address = try address
        try await withConfiguration(configuration(script)) {
            let publisher = try await makeGraphQLService(instanceUrl: address).publisher(for: GraphQLQuery(query: "q"))
            #expect(script.requests.isEmpty)
            var answers: [String] = []
            for _ in 0..<2 {
                for try await data in publisher { answers.append(String(decoding: data, as: UTF8.self)) }
            }
            #expect(answers == [#"{"data":{"a":1}}"#, #"{"data":{"a":2}}"#])
            await #expect(throws: NowDataError.self) { for try await _ in publisher {} }
        }
        #expect(script.requests.count == 3)
    }

    @Test func pagesEndAfterTheLast() async throws {
        let script = ScriptedTransport([
            answer(#"{"result":[{"a":"1"},{"a":"2"}]}"#, total(3)), answer(#"{"result":[{"a":"3"}]}"#, total(3)),
        ])
        let address = try address
        try await withConfiguration(configuration(script)) {
            let tables = try await makeTableService(instanceUrl: address)
            let paginator = tables.paginator(from: "incident", configuration: FetchConfiguration(limit: 2))
            var sizes: [Int] = []
            for try await page in paginator.pages { sizes.append(try page.numberOfRows) }
            #expect(sizes == [2, 1])
        }
    }
}

extension Data {
    fileprivate var numberOfRows: Int {
        get throws { try JSONDecoder().decode([String: [[String: String]]].self, from: self)["result"]?.count ?? 0 }
    }
}
