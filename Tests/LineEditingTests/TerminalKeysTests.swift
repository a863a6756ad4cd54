import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LineEditing

@Suite struct KeyDecoderTests {
    private func keys(_ text: String) -> [TerminalKey] {
        var decoder = KeyDecoder()
        return text.unicodeScalars.compactMap { decoder.take($0.value) }
    }

    @Test func `arrows are keys in both of their forms`() {
        #expect(keys("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D") == [.up, .down, .right, .left])
        #expect(keys("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}[1;5C") == [.up, .down, .right, .left, .right])
    }

    @Test func `what is known to be nothing leaves nothing behind`() {
        #expect(keys("\u{1B}[6~q\u{1B}[200~a") == [.character("q"), .character("a")])
        #expect(keys("\u{1B}\u{1B}[C\u{1B}q\u{1B}[\u{3}é") == [.right, .character("q"), .interrupted, .character("é")])
    }
}

extension PromptTests {
    @Suite struct TerminalKeysTests {
        /// The keys that come while something happens on a screen; afterwards the terminal is as it was.
        private func keys(until count: Int, _ act: (PseudoTerminal) async throws -> Void) async throws -> [TerminalKey]
        {
            let screen = try PseudoTerminal()
            let terminal = try #require(TerminalKeys(terminal: screen.path))
            let taken = Mutex<[TerminalKey]>([])
            let enough = Semaphore()
            #expect(
                terminal.begin { key in
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

        @Test func `keys come as they are pressed and the terminal is given back`() async throws {
            let keys = try await keys(until: 5) { $0.type("a \u{1B}[C\u{3}é") }
            #expect(keys == [.character("a"), .character(" "), .right, .interrupted, .character("é")])
        }

        @Test func `signals are keys too`() async throws {
            let keys = try await keys(until: 3) { _ in
                for signal in [SIGINT, SIGWINCH, SIGCONT] { kill(getpid(), signal) }
            }
            #expect(keys.count == 3)
            #expect(Set(keys) == [.interrupted, .resized, .continued])
        }

        @Test func `a terminal that goes away ends it`() async throws {
            let screen = try PseudoTerminal()
            let keys = try #require(TerminalKeys(terminal: screen.path))
            #expect(TerminalKeys(terminal: "/dev/null") == nil)
            #expect(TerminalKeys(terminal: "/nowhere") == nil)
            #expect(keys.size == (80, 24))
            let gone = Mutex<TerminalKey?>(nil)
            let isGone = Semaphore()
            #expect(
                keys.begin { key in
                    gone.withLock { $0 = key }
                    isGone.signal()
                })
            await screen.waitForRawMode()
            screen.hangUp()
            await WorkerThread().run { isGone.wait() }
            #expect(gone.withLock { $0 } == .ended(signal: nil))
            await keys.end()
        }
    }
}
