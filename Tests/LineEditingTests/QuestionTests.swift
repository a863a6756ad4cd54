import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LineEditing

extension TerminalTests {
    struct QuestionTests {
        /// The answer to a question after pressing these keys.
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

        @Test func `a secret is not echoed`() async throws {
            try await expectEqual(secret("s3cret\r"), .text("s3cret"))
            try await expectEqual(secret("größer 日本\n"), .text("größer 日本"))
            try await expectEqual(secret("wrong\u{15}rightx\u{7F}\r"), .text("right"))
            try await expectEqual(secret("\u{7F}\r"), .text(""))
        }

        @Test func `a secret may be longer than the terminal's own line`() async throws {
            let token = String(repeating: "0123456789abcdef", count: 600)
            try await expectEqual(secret(token + "\r"), .text(token))
        }

        @Test func `a secret prompt can be canceled`() async throws {
            try await expectEqual(secret("half\u{3}"), .interrupted)
            try await expectEqual(secret("\u{4}"), .end)
            try await expectEqual(secret("a\u{4}b\r"), .text("ab"))
        }

        @Test func `answers are echoed`() async throws {
            let given = try await answer(
                to: { await $0.ask("Name: ") }, seen: "Name: ‸", keys: "Jöhn\u{7F}\u{7F}\u{7F}ane\r",
                then: "Name: Jane\n‸")
            expectEqual(given, .text("Jane"))
        }

        @Test func `Tab completes answers`() async throws {
            let offer: TerminalQuestions.Offer = { typed in
                if typed == "never" { try? await Task.sleep(for: .seconds(3600)) }
                return Completions(replacing: 0..<typed.utf8.count, with: [.init(typed + ".tuter")])
            }
            let given = try await answer(
                to: { await $0.ask("Who: ", offering: offer) }, seen: "Who: ‸", keys: "abel\t\r",
                then: "Who: abel.tuter\n‸")
            expectEqual(given, .text("abel.tuter"))
            let calledOff = try await answer(
                to: { await $0.ask("Who: ", offering: offer) }, seen: "Who: ‸", keys: "never\t\u{3}",
                then: "Who: never\n‸")
            expectEqual(calledOff, .interrupted)
        }

        @Test func `a question keeps the lines above it`() async throws {
            let given = try await answer(
                to: { await $0.ask("Two records:\n  a\u{1B}[2J\n  b\nName: ") },
                seen: "Two records:\n  a[2J\n  b\nName: ‸", keys: "x\r",
                then: "Two records:\n  a[2J\n  b\nName: x\n‸")
            expectEqual(given, .text("x"))
        }

        @Test func `questions need a terminal`() async {
            let questions = TerminalQuestions(terminal: "/dev/null")
            await expectEqual(questions.readSecret(prompt: "x"), .failed(.noTerminal))
            await expectEqual(TerminalQuestions(terminal: "/nowhere/tty").ask("x"), .failed(.noTerminal))
        }
    }
}

struct KeyDecoderTests {
    private func keys(_ text: String) -> [TerminalKey] {
        var decoder = KeyDecoder()
        return text.unicodeScalars.compactMap { decoder.take($0.value) }
    }

    @Test func `both arrow key encodings are decoded`() {
        expectEqual(keys("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D"), [.up, .down, .right, .left])
        expectEqual(keys("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}[1;5C"), [.up, .down, .right, .left, .right])
    }

    @Test func `ignored sequences are consumed`() {
        expectEqual(keys("\u{1B}[6~q\u{1B}[200~a"), [.character("q"), .character("a")])
        expectEqual(
            keys("\u{1B}\u{1B}[C\u{1B}q\u{1B}[\u{3}é"), [.right, .character("q"), .interrupted, .character("é")])
    }
}

extension TerminalTests {
    struct TerminalKeysTests {
        /// The keys read while `work` runs; the terminal is restored afterwards.
        private func keys(
            until count: Int, before: String = "", _ act: (PseudoTerminal) async throws -> Void
        ) async throws -> [TerminalKey] {
            let screen = try PseudoTerminal()
            screen.type(before)
            let terminal = try #require(TerminalKeys(terminal: screen.path))
            let taken = Mutex<[TerminalKey]>([])
            let enough = Semaphore()
            #expect(
                terminal.begin(dropping: false) { key in
                    let isEnough = taken.withLock { taken in
                        taken.append(key)
                        return taken.count == count
                    }
                    if isEnough { enough.signal() }
                })
            await screen.waitForRawMode()
            #expect(!screen.isCooked)
            try await act(screen)
            await WorkerThread().run { enough.wait() }
            await terminal.end()
            #expect(screen.isCooked)
            return taken.withLock { Array($0.prefix(count)) }
        }

        @Test func `keys arrive immediately and the terminal is restored`() async throws {
            let keys = try await keys(until: 5) { $0.type("a \u{1B}[C\u{3}é") }
            expectEqual(keys, [.character("a"), .character(" "), .right, .interrupted, .character("é")])
        }

        @Test func `keys pressed before are kept`() async throws {
            try await expectEqual(keys(until: 2, before: "q") { $0.type("a") }, [.character("q"), .character("a")])
        }

        @Test func `signals are keys too`() async throws {
            let keys = try await keys(until: 3) { _ in
                for signal in [SIGINT, SIGWINCH, SIGCONT] { kill(getpid(), signal) }
            }
            expectEqual(keys.count, 3)
            expectEqual(Set(keys), [.interrupted, .resized, .continued])
        }

        @Test func `a closed terminal ends reading`() async throws {
            let screen = try PseudoTerminal()
            let keys = try #require(TerminalKeys(terminal: screen.path))
            #expect(TerminalKeys(terminal: "/dev/null") == nil)
            #expect(TerminalKeys(terminal: "/nowhere") == nil)
            #expect(keys.size == (80, 24))
            let gone = Mutex<TerminalKey?>(nil)
            let isGone = Semaphore()
            #expect(
                keys.begin(dropping: true) { key in
                    gone.withLock { $0 = key }
                    isGone.signal()
                })
            await screen.waitForRawMode()
            screen.hangUp()
            await WorkerThread().run { isGone.wait() }
            expectEqual(gone.withLock { $0 }, .ended(signal: nil))
            await keys.end()
        }
    }
}
