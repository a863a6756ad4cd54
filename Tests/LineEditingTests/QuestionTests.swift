import TestSupport
import Testing

@testable import LineEditing

extension PromptTests {
    @Suite struct QuestionTests {
        /// What comes of a question that is answered with the given keys once it is seen.
        private func answer(
            to ask: @escaping @Sendable (TerminalQuestions) async -> TerminalQuestions.Answer, seen: String,
            keys: String, then: String, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> TerminalQuestions.Answer {
            let screen = try PseudoTerminal()
            async let answer = ask(TerminalQuestions(terminal: screen.path))
            await screen.shows(seen, sourceLocation: sourceLocation)
            screen.type(keys)
            await screen.shows(then, sourceLocation: sourceLocation)
            let given = await answer
            #expect(screen.isCooked, sourceLocation: sourceLocation)
            return given
        }

        private func secret(_ keys: String) async throws -> TerminalQuestions.Answer {
            try await answer(
                to: { await $0.readSecret(prompt: "Password of admin\u{1B}[2J: ") },
                seen: "Password of admin[2J: ‸", keys: keys, then: "Password of admin[2J:\n‸")
        }

        @Test func `a secret is read and never shown`() async throws {
            #expect(try await secret("s3cret\r") == .text("s3cret"))
            #expect(try await secret("größer 日本\n") == .text("größer 日本"))
            #expect(try await secret("wrong\u{15}rightx\u{7F}\r") == .text("right"))
            #expect(try await secret("\u{7F}\r") == .text(""))
        }

        @Test func `a secret may be longer than the terminal's own line`() async throws {
            let token = String(repeating: "0123456789abcdef", count: 600)
            #expect(try await secret(token + "\r") == .text(token))
        }

        @Test func `a secret can be refused`() async throws {
            #expect(try await secret("half\u{3}") == .interrupted)
            #expect(try await secret("\u{4}") == .end)
            #expect(try await secret("a\u{4}b\r") == .text("ab"))
        }

        @Test func `a question shows its answer`() async throws {
            let given = try await answer(
                to: { await $0.ask("Name: ") }, seen: "Name: ‸", keys: "Jöhn\u{7F}\u{7F}\u{7F}ane\r",
                then: "Name: Jane\n‸")
            #expect(given == .text("Jane"))
        }

        @Test func `Tab asks for what may begin so`() async throws {
            let offer: TerminalQuestions.Offer = { typed in
                if typed == "never" { try? await Task.sleep(for: .seconds(3600)) }
                return Completions(replacing: 0..<typed.utf8.count, with: [.init(typed + ".tuter")])
            }
            let given = try await answer(
                to: { await $0.ask("Who: ", offering: offer) }, seen: "Who: ‸", keys: "abel\t\r",
                then: "Who: abel.tuter\n‸")
            #expect(given == .text("abel.tuter"))
            let calledOff = try await answer(
                to: { await $0.ask("Who: ", offering: offer) }, seen: "Who: ‸", keys: "never\t\u{3}",
                then: "Who: never\n‸")
            #expect(calledOff == .interrupted)
        }

        @Test func `what stands above a question keeps its lines`() async throws {
            let given = try await answer(
                to: { await $0.ask("Two records:\n  a\u{1B}[2J\n  b\nName: ") },
                seen: "Two records:\n  a[2J\n  b\nName: ‸", keys: "x\r",
                then: "Two records:\n  a[2J\n  b\nName: x\n‸")
            #expect(given == .text("x"))
        }

        @Test func `without a terminal there is nobody to ask`() async {
            let questions = TerminalQuestions(terminal: "/dev/null")
            #expect(await questions.readSecret(prompt: "x") == .failed(.noTerminal))
            #expect(await TerminalQuestions(terminal: "/nowhere/tty").ask("x") == .failed(.noTerminal))
        }
    }
}
