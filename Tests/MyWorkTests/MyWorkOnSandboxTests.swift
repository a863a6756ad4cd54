import ExchangeModel
import LoopbackServer
import MyWork
import NowLive
import NowSDK
import Sandbox
import Synchronization
import TestSupport
import Testing

/// The whole application against the sandbox.
struct MyWorkOnSandboxTests {
    private let problem = "d7296d02c0a801670085e737da016e70"

    private func instance() throws -> Instance {
        try Instance(at: HTTPURL(scheme: "http", host: "sandbox.localhost"))
    }

    private func authenticator(faults: [Fault] = []) throws -> Authenticator {
        var options = SandboxOptions(clock: FixedClock())
        options.faults = faults
        return Authenticator(
            instance: try instance(), network: NowNetwork(transport: try SandboxInstance(options), clock: FixedClock()),
            store: EmptyStore())
    }

    private func service(_ user: String, faults: [Fault] = []) async throws -> (MyWorkService, AuthSession) {
        let authenticator = try authenticator(faults: faults)
        let session = try await authenticator.authenticate(user: user, password: Secret("password"))
        return (MyWorkService(instance: try instance(), transport: authenticator.transport), session)
    }

    @Test func addressesOfTasksLeadToThem() async throws {
        let authenticator = try authenticator()
        _ = try await authenticator.authenticate(user: "john.doe", password: Secret("password"))
        let service = MyWorkService(instance: try instance(), transport: authenticator.transport)
        for task in try await service.tasks().flatMap(\.tasks) {
            for address in [task.snowui, task.link] {
                let url = try #require(address.flatMap { HTTPURL($0) })
                let answer = try await authenticator.transport.send(HTTPRequest(.get, url))
                expectEqual(answer.status, 200, "\(url)")
                #expect(String(decoding: answer.body, as: UTF8.self).contains(task.number), "\(url)")
            }
        }
    }

    @Test func userSignsInListsTasksAndWritesNote() async throws {
        let (service, session) = try await service("john.doe")
        #expect(session.user?.firstName == "John" && session.user?.sysID == "ea2bc1b14f4212008a5ab895f110c7d1")
        let groups = try await service.tasks()
        expectEqual(groups.map(\.type), ["Incident", "Problem"])
        expectEqual(groups.flatMap(\.tasks).map(\.number), ["INC0010021", "PRB0000011", "PRB0040010"])
        let assigned = try await service.assignedTasks()
        expectEqual(assigned, groups)
        expectEqual(groups[1].tasks[0].snowui, "http://sandbox.localhost/problem.do?sys_id=\(problem)")
        expectEqual(groups[1].tasks[0].link, "http://sandbox.localhost/api/now/v2/table/problem/\(problem)")
        try await service.addComment("Hello, world!", to: problem)
        let journal = try await service.comments(of: problem, limit: 1)
        #expect(journal.source == .table && journal.entries.first?.text == "Hello, world!")
        #expect(journal.entries.first?.kind == .workNote && journal.entries.first?.author == "john.doe")
        try await expectEqual(service.task(problem).number, "PRB0000011")
    }

    @Test func authenticatorUsesTheRealNetwork() async throws {
        let listener = try LoopbackListener(try SandboxInstance(SandboxOptions(clock: FixedClock())))
        defer { listener.stop() }
        let authenticator = Authenticator(
            instance: try Instance("http://127.0.0.1:\(listener.port)"), network: NowLive.network(clock: FixedClock()),
            store: EmptyStore())
        let session = try await authenticator.authenticate(user: "john.doe", password: Secret("password"))
        expectEqual(session.user?.userName, "john.doe")
        let service = MyWorkService(instance: authenticator.instance, transport: authenticator.transport)
        try await expectEqual(service.tasks().count, 2)
    }

    @Test func userWithoutJournalAccessReadsRecord() async throws {
        let (service, _) = try await service("abel.tuter")
        try await service.addComment("first\n\nof two paragraphs", to: problem)
        #expect(try await service.addWorkNote("second", to: problem))
        let journal = try await service.comments(of: problem, limit: 2)
        expectEqual(journal.source, .record)
        expectEqual(journal.entries.map(\.text), ["second", "first\n\nof two paragraphs"])
        expectEqual(journal.entries.map(\.kind), [.workNote, .workNote])
        expectEqual(journal.entries.map(\.author), ["Abel Tuter", "Abel Tuter"])
        // Text that looks like the heading of another entry is part of the note, which is still found.
        let faked = "third\n\n2020-01-01 00:00:00 - Abel Tuter (Work notes)\nfaked"
        #expect(try await service.addWorkNote(faked, to: problem))
    }

    @Test func userWithoutRolesHasNoTasksAndCannotWrite() async throws {
        let (service, _) = try await service("joe.employee")
        #expect(try await service.tasks().isEmpty)
        #expect(try await service.assignedTasks().isEmpty)
        let found = await kind { try await service.addComment("x", to: problem) }
        #expect([.noTask, .forbidden].contains(found))
    }

    @Test func tableAPIIsFallback() async throws {
        let (service, _) = try await service("john.doe", faults: [try Fault("no-my-work")])
        await expectEqual(kind { try await service.tasks() }, .notInstalled)
        await expectEqual(kind { try await service.addComment("x", to: problem) }, .notInstalled)
        try await expectEqual(service.assignedTasks().count, 2)
        #expect(try await service.addWorkNote("x", to: problem))
    }
}
