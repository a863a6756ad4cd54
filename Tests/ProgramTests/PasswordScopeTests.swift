import Synchronization
import Testing

/// `SNOWDECK_PASSWORD` is for the instance of `--instance`, and is shown to no other.
@Suite struct PasswordScopeTests {
    /// An instance that remembers what it was sent.
    private final class Listening: Sendable {
        private let heads = Mutex<[String]>([])

        func start() -> FarInstance {
            FarInstance { [self] request in
                heads.withLock { $0.append(request) }
                return FarInstance.answer(
                    body: #"{"result":[{"number":{"value":"INC1","display_value":"INC1"}}]}"#)
            }
        }

        var requests: Int { heads.withLock { $0.count } }
        /// The requests that carried a credential of any kind.
        var credentials: Int {
            heads.withLock { $0.count { $0.lowercased().contains("authorization:") || $0.contains("Cookie:") } }
        }
    }

    private static let list = "table list incident -n 1 -f number\n"
    private static let variables = ["SNOWDECK_PASSWORD": "only-for-one-instance"]

    @Test func itIsOfferedToTheNamedInstanceAlone() async throws {
        let desk = try Desk()
        let own = Listening(), strange = Listening()
        let named = own.start(), other = strange.start()
        let run = try await desk.start(
            named.flags + ["--tape", "two", "run", "--keep-going", "-"],
            input: Self.list + "connect \(other.address) --user jane\n", variables: Self.variables
        ).end()
        #expect(run.status == 3, "\(run)")
        #expect(
            run.errors.contains("error: Cannot ask for the password of jane at \(other.name).\n"), "\(run)")
        #expect(run.errors.contains("hint: Set SNOWDECK_PASSWORD and give --instance \(other.address) --user jane:"))
        #expect(own.requests == 1 && own.credentials == 1)
        #expect(strange.requests == 0)
        #expect(
            try await desk.run("replay", "sessions/two.cassette", "--check")
                == Ended(0, "sessions/two.cassette: 2 commands, all as recorded.\n"))
    }

    @Test func withoutANamedInstanceOrForAnotherUserItIsOfferedToNobody() async throws {
        let desk = try Desk()
        let strange = Listening()
        let other = strange.start()
        for (flags, input) in [
            ([], "connect \(other.address) --user jane\n"),
            (["--user", "jane"], "connect \(other.address) --user jane\n"),
            (["--instance", "sandbox"], "connect \(other.address) --user jane\n"),
            (other.flags, "connect \(other.address) --user bob\n"),
            (other.flags + ["--no-input"], "connect \(other.address) --user bob\n"),
        ] {
            let run = try await desk.start(flags + ["run", "-"], input: input, variables: Self.variables).end()
            #expect(run.status == 3, "\(flags) \(run)")
        }
        #expect(strange.requests == 0)
    }
}
