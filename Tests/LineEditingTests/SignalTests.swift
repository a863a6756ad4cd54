import Glibc
import TestSupport
import Testing

@testable import LineEditing

extension PromptTests {
    @Suite struct SignalTests {
        @Test func `a new size of the terminal draws the line anew`() async throws {
            let person = try PersonAtPrompt(columns: 40, rows: 6)
            let result = try await person.reads { screen in
                screen.type("0123456789abcdefghijklmno")
                await screen.shows("> 0123456789abcdefghijklmno‸")
                screen.resize(columns: 60, rows: 8)
                kill(getpid(), SIGWINCH)
                screen.type("pqrstuvwxyzABCD")
                await screen.shows("> 0123456789abcdefghijklmnopqrstuvwxyzABCD‸")
                screen.type("\r")
            }
            #expect(result == .line("0123456789abcdefghijklmnopqrstuvwxyzABCD"))
        }

        @Test func `an interrupt from outside is Ctrl-C while a line is read, and untouched otherwise`() async throws {
            let person = try PersonAtPrompt()
            let result = try await person.reads { screen in
                screen.type("abc")
                await screen.shows("> abc‸")
                kill(getpid(), SIGINT)
                await screen.shows("> abc^C\n‸")
            }
            #expect(result == .interrupted)
            var action = sigaction()
            #expect(sigaction(SIGINT, nil, &action) == 0)
            #expect(action.__sigaction_handler.sa_handler == nil)
        }

        @Test func `a terminal that goes away is the end`() async throws {
            let screen = try PseudoTerminal()
            let reader = LibeditReader(
                .init(input: screen.terminal, output: screen.terminal, terminal: "xterm"), hooks: LineHooks())
            let line = Task { await reader.readLine(prompt: Prompt("> ")) }
            await screen.shows("> ‸")
            screen.hangUp()
            #expect(await line.value == .end)
        }
    }
}
