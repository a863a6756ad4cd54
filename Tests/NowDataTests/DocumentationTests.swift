import ExchangeModel
import Foundation
import LoopbackServer
import NowData
import NowLive
import NowSDK
import Sandbox
import Synchronization
import Testing

// The examples of the mobile SDK's reference, as it has them: classes without `Sendable`, and nothing but its names.

private class PermissionProvider: DevicePermissionDelegate {
    var asked = 0
    func canRequestPermission(_ permission: DevicePermission) -> Bool {
        asked += 1
        return asked > 1
    }
}

private class AuthorizationProvider: NowSDKAuthorizationProviding {
    var calls = 0
    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        calls += 1
        completion([.basic(user: "john.doe", password: "password")])
    }
}

private struct User: SysIdentifiableModel {
    var sysId: String = ""
    var name: String
}

private final class TableScreen {
    var tableService: NowTableService
    var published: [String] = []

    init(_ tableService: NowTableService) { self.tableService = tableService }

    func fetchTableRecord(
        sysId: String, tableName: String, includeFields: [FieldName] = [FieldName](),
        readOptions: FieldReadConfiguration.Options = []
    ) async throws -> NowRecord {
        let readConfig = FieldReadConfiguration(includeFields: includeFields, options: readOptions)
        do {
            let dataResult: Data = try await tableService.record(
                with: sysId, from: tableName, configuration: readConfig)
            let recordResult: NowRecord = dataResult.convertToRecord()
            return recordResult
        } catch {
            print("Fetch failed with NowDataError: \(error)")
            throw error
        }
    }

    func update(_ user: User, whenDone done: @escaping () -> Void) {
        let coder: Coder = .default
        tableService.update(user, in: "sys_user") { [weak self] result in
            switch result {
            case .success(let model):
                do {
                    let data = try coder.jsonEncoder.encode(model)
                    self?.published.append(String(decoding: data, as: UTF8.self))
                } catch {
                    self?.published.append("\(error)")
                }
            case .failure(let error):
                self?.published.append("\(error)")
            }
            done()
        }
    }

    /// The deprecated variants, which return publishers.
    func publishers(_ user: User, _ sysId: SysID) -> [NowDataPublisher<User>] {
        let created: NowDataPublisher<User> = tableService.create(user, in: "sys_user")
        let updated: NowDataPublisher<User> = tableService.update(User(sysId: sysId, name: "x"), in: "sys_user")
        let publisher: NowDataPublisher<User> = tableService.model(with: sysId, from: "sys_user", path: "result")
        return [created, updated, publisher]
    }

    func recordPublishers(_ sysId: SysID) -> [NowDataPublisher<[NowRecord]>] {
        let fields = ["short_description": "test description"]
        let dataPublisher: NowDataPublisher<Data> = tableService.createRecord(with: fields, in: "incident")
        let recordsPublisher: NowDataPublisher<[NowRecord]> = dataPublisher.convertToRecords()
        let read: NowDataPublisher<Data> = tableService.record(with: sysId, from: "incident")
        let list: NowDataPublisher<Data> = tableService.records(
            from: "incident", configuration: FetchConfiguration(limit: 2))
        let changed: NowDataPublisher<Data> = tableService.updateRecord(sysId: sysId, in: "incident", with: fields)
        return [recordsPublisher] + [read, list, changed].map { $0.convertToRecords() }
    }

    func deletions(_ user: User) -> [NowDataPublisher<Void>] {
        [tableService.delete(user, from: "sys_user"), tableService.deleteRecord(sysId: "none", from: "incident")]
    }
}

private final class PaginatorTestViewModel<T: Sendable> {
    var result: Result<String, any Error>?
    let paginator: Paginator<T>

    init(paginator: Paginator<T>) { self.paginator = paginator }

    func first() {
        result = nil
        do {
            try paginator.first()
        } catch {
            self.result = .failure(error)
        }
    }

    func last() {
        do { try paginator.last() } catch { self.result = .failure(error) }
    }

    func next() {
        do { try paginator.next() } catch { self.result = .failure(error) }
    }

    func previous() {
        do { try paginator.previous() } catch { self.result = .failure(error) }
    }
}

/// What the reference of the mobile SDK promises, compiled as it is written and run against the sandbox.
@Suite struct DocumentationTests {
    private let incident = "061c92d26f030200d7aecd9c5d3ee4f8"

    private func onTheSandbox(_ body: @Sendable (NowTableService) async throws -> Void) async throws {
        let network = NowNetwork(
            transport: try SandboxInstance(SandboxOptions(clock: FixedClock())), clock: FixedClock())
        let permissionProvider = PermissionProvider()
        let config = NowSDKConfiguration(
            authorizationProvider: AuthorizationProvider(), permissionDelegate: permissionProvider, logLevel: .fatal,
            network: network)
        try await withConfiguration(config) {
            let address = try #require(URL(string: "http://sandbox.localhost"))
            try await body(try await makeTableService(instanceUrl: address))
        }
    }

    @Test func recordHasSetOfFields() async throws {
        try await onTheSandbox { service in
            let record = try await TableScreen(service).fetchTableRecord(
                sysId: incident, tableName: "incident", includeFields: ["number", "sys_id"])
            let fields: Set<NowRecord.Field> = record.fields
            #expect(Set(fields.map(\.name)) == ["number", "sys_id"] && record["number"]?.value == "INC0010021")
        }
    }

    @Test func statusIsTheOnlyValueOfBadResponse() async throws {
        try await onTheSandbox { service in
            do {
                _ = try await service.record(with: "none", from: "incident")
                Issue.record("a record was found")
            } catch NowDataError.badResponse(statusCode: let statusCode) {
                #expect(
                    statusCode == 404 && statusCode.rawValue == 404 && statusCode.message.contains("No Record found"))
            }
        }
    }

    @Test func modelIsNamedByType() async throws {
        try await onTheSandbox { service in
            let users = try await service.model([User].self, from: "sys_user", path: "result")
            let first = try #require(users.first)
            let result = try await service.model(User.self, with: first.sysId, from: "sys_user", path: "result")
            #expect(result.name == first.name && !first.name.isEmpty)
        }
    }

    @Test func coderEncodesModels() async throws {
        try await onTheSandbox { service in
            let user = try await service.create(User(name: "Ash Williams"), in: "sys_user")
            let screen = TableScreen(service)
            await withCheckedContinuation { continuation in
                screen.update(User(sysId: user.sysId, name: "abel")) { continuation.resume() }
            }
            #expect(screen.published == [#"{"name":"abel","sys_id":"\#(user.sysId)"}"#])
        }
    }

    @Test func everyTableMethodHasPublisher() async throws {
        try await onTheSandbox { service in
            let user = try await service.create(User(name: "Ash Williams"), in: "sys_user")
            let screen = TableScreen(service)
            var names: [String] = []
            for publisher in screen.publishers(User(name: "Ann"), user.sysId) {
                for try await user in publisher { names.append(user.name) }
            }
            #expect(names == ["Ann", "x", "x"])
            var counts: [Int] = []
            for publisher in screen.recordPublishers(incident) {
                for try await records in publisher { counts.append(records.count) }
            }
            #expect(counts == [1, 1, 2, 1])
            let deletions = screen.deletions(user)
            for try await _ in deletions[0] {}
            await #expect(throws: NowDataError.self) { for try await _ in deletions[1] {} }
        }
    }

    @Test func paginatorPublishes() async throws {
        try await onTheSandbox { service in
            let paginator: Paginator<[User]> = service.paginator(
                from: "sys_user", configuration: FetchConfiguration(limit: 5))
            var pages = paginator.publisher.makeAsyncIterator()
            let model = PaginatorTestViewModel(paginator: paginator)
            model.first()
            model.next()
            #expect(throws: PaginationError.busy) { try model.result?.get() }
            let first = try #require(try await pages.next())
            model.next()
            let second = try #require(try await pages.next())
            #expect(first.count == 5 && paginator.page == 2 && first.first?.sysId != second.first?.sysId)
            model.previous()
            #expect(try await pages.next()?.first?.sysId == first.first?.sysId)
            paginator.reset()
            paginator.publisherShouldFinish = true
            model.last()
            #expect(try await pages.next()?.isEmpty == false)
            #expect(try await pages.next() == nil && paginator.isFinished && !paginator.hasNext)
            await #expect(throws: PaginationError.finished) { try await paginator.first() }
        }
    }

    @Test func coreHasDocumentedTypes() async throws {
        try await onTheSandbox { service in
            let known = NowSDK.core()
            let core = try #require(known)
            let network: NetworkService = try core.requestNetworkService(for: service)
            let response = try await network.send(
                HTTPRequest(.get, try #require(HTTPURL("http://sandbox.localhost/stats.do"))))
            #expect(response.status > 0)
            do {
                let settings: Settings = try await core.refreshSettings(for: service)
                print("Received refreshed settings: \(settings)")
            } catch SettingsError.settingNotFound {
                // The sandbox has no mobile properties.
            }
            func refresh() { NowSDK.core()?.refreshAllSettings() }
            refresh()
            #expect(!core.canRequestPermission(.camera) && core.canRequestPermission(.camera))
        }
    }

    @Test(arguments: [
        (NowLogLevel.debug, ["debug 200", "info 404", "error No network."]),
        (.info, ["info 404", "error No network."]),
        (.error, ["error No network."]), (.fatal, []), (.none, []),
    ])
    func levelDecidesWhatIsLogged(level: NowLogLevel, wanted: [String]) async throws {
        let lines = Mutex<[String]>([])
        let script = ScriptedTransport([
            .success(HTTPResponse(status: 200, body: Array(#"{"result":{}}"#.utf8))),
            .success(HTTPResponse(status: 404)),
            .failure(TransportFailure(.reset, "No network.")),
        ])
        let configuration = NowSDKConfiguration(
            authorizationProvider: .basic(user: "john.doe", password: "password"), logLevel: level,
            network: NowNetwork(transport: script, clock: FixedClock())
        ) { level, message in lines.withLock { $0.append("\(level) \(message)") } }
        try await withConfiguration(configuration) {
            let service = try await makeTableService(
                instanceUrl: try #require(URL(string: "https://dev1.service-now.com")))
            for _ in 0..<3 {
                _ = try? await service.records(
                    from: "incident", configuration: FetchConfiguration(filter: Filter(query: "secret=x")))
            }
        }
        let sent = "GET https://dev1.service-now.com/api/now/table/incident: "
        #expect(lines.withLock { $0 } == wanted.map { $0.replacing(" ", with: " " + sent, maxReplacements: 1) })
    }
}
