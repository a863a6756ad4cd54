import ExchangeModel
import MyWork
import NowSDK
import Testing

/// The completion handlers of the MyWork application, on the actor of its screen.
@Suite struct CompletionTests {
    /// A screen with the tasks of the user. It belongs to the main actor.
    @MainActor private final class TaskListView {
        private(set) var lines: [String] = []

        func load(_ service: MyWorkService, then done: @escaping () -> Void) {
            service.tasks { [weak self] result in
                self?.show(result.map { $0.flatMap(\.tasks).map(\.number).joined(separator: " ") })
                service.addComment("Hello, world!", to: "a1") { [weak self] result in
                    self?.show(result.map { "added" })
                    service.task("..") { [weak self] result in
                        self?.show(result.map(\.number))
                        done()
                    }
                }
            }
        }

        func signIn(_ authenticator: Authenticator, then done: @escaping () -> Void) {
            authenticator.authenticate(user: "john.doe", password: Secret("password")) { [weak self] result in
                self?.show(result.map { $0.user?.userName ?? "" })
                authenticator.authenticateFromKeychain { [weak self] result in
                    self?.show(result.map { $0.user?.userName ?? "" })
                    authenticator.signOut { [weak self] result in
                        self?.show(result.map { "signed out" })
                        authenticator.forget { [weak self] result in
                            self?.show(result.map { "forgotten" })
                            done()
                        }
                    }
                }
            }
        }

        private func show(_ result: Result<String, MyWorkError>) {
            switch result {
            case .success(let text): lines.append(text)
            case .failure(let error): lines.append("\(error.kind)")
            }
        }
    }

    @Test @MainActor func tasksAndCommentsAreDelivered() async throws {
        let script = ScriptedTransport([
            answer(#"{"result":{"Incident":[{"number":"INC1","sys_id":"a1"},{"number":"INC2","sys_id":"a2"}]}}"#),
            answer(#"{"data":"Successfully inserted"}"#, status: 201),
        ])
        let service = try service(script), view = TaskListView()
        await withCheckedContinuation { continuation in view.load(service) { continuation.resume() } }
        #expect(view.lines == ["INC1 INC2", "added", "unusable"])
    }

    @Test @MainActor func signInIsDelivered() async throws {
        let user = #"{"result":[{"first_name":"John","last_name":"Doe","sys_id":"u1","user_name":"john.doe"}]}"#
        let authenticator = Authenticator(
            instance: try myInstance,
            network: NowNetwork(transport: ScriptedTransport([answer(user)]), clock: FixedClock()),
            store: EmptyStore())
        let view = TaskListView()
        await withCheckedContinuation { continuation in view.signIn(authenticator) { continuation.resume() } }
        #expect(view.lines == ["john.doe", "nothingKept", "signed out", "forgotten"])
    }

    @Test func journalAndTableAPIAreDelivered() async throws {
        let script = ScriptedTransport([
            answer(#"{"result":{"user_name":"guest"}}"#), answer("{}", status: 404), answer("{}", status: 404),
        ])
        let service = try service(script)
        let assigned = await withCheckedContinuation { continuation in
            service.assignedTasks { continuation.resume(returning: $0) }
        }
        let note = await withCheckedContinuation { continuation in
            service.addWorkNote("", to: "a1") { continuation.resume(returning: $0) }
        }
        let comments = await withCheckedContinuation { continuation in
            service.comments(of: "a^1") { continuation.resume(returning: $0) }
        }
        #expect(throws: MyWorkError.self) { try assigned.get() }
        #expect(throws: MyWorkError.self) { try note.get() }
        #expect(throws: MyWorkError.self) { try comments.get() }
        #expect(script.requests.count == 1)
    }
}
