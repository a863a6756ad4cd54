import ExchangeModel
import Foundation
import LoopbackServer
import NowData
import NowLive
import NowSDK
import Sandbox
import Synchronization
import TestSupport
import Testing

// The examples of the mobile SDK's reference, as it has them: classes without `Sendable`, and nothing but its names.

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

    func dataPublishers(_ sysId: SysID) -> [NowDataPublisher<Data>] {
        let fields = ["short_description": "test description"]
        let created: NowDataPublisher<Data> = tableService.createRecord(with: fields, in: "incident")
        let read: NowDataPublisher<Data> = tableService.record(with: sysId, from: "incident")
        let list: NowDataPublisher<Data> = tableService.records(
            from: "incident", configuration: FetchConfiguration(limit: 2))
        let changed: NowDataPublisher<Data> = tableService.updateRecord(sysId: sysId, in: "incident", with: fields)
        return [created, read, list, changed]
    }

    func deletions(_ user: User) -> [NowDataPublisher<Void>] {
        [tableService.delete(user, from: "sys_user"), tableService.deleteRecord(sysId: "none", from: "incident")]
    }
}

/// What the reference of the mobile SDK promises, compiled as it is written and run against the sandbox.
struct DocumentationTests {
    private let incident = "061c92d26f030200d7aecd9c5d3ee4f8"

    private func onTheSandbox(_ body: @Sendable (NowTableService) async throws -> Void) async throws {
        let network = NowNetwork(
            transport: try SandboxInstance(SandboxOptions(clock: FixedClock())), clock: FixedClock())
        let config = NowSDKConfiguration(authorizationProvider: AuthorizationProvider(), network: network)
        try await withConfiguration(config) {
            let address = try #require(URL(string: "http://sandbox.localhost"))
            try await body(try await makeTableService(instanceUrl: address))
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
            expectEqual(screen.published, [#"{"name":"abel","sys_id":"\#(user.sysId)"}"#])
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
            expectEqual(names, ["Ann", "x", "x"])
            for publisher in screen.dataPublishers(incident) {
                for try await data in publisher {
                    #expect(String(decoding: data, as: UTF8.self).contains("short_description"))
                }
            }
            let deletions = screen.deletions(user)
            for try await _ in deletions[0] {}
            await #expect(throws: NowDataError.self) { for try await _ in deletions[1] {} }
        }
    }
}
