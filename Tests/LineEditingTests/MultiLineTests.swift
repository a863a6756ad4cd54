import TestSupport
import Testing

@testable import LineEditing

extension PromptTests {
    @Suite struct MultiLineTests {
        /// Goes on while a brace is open.
        let hooks = LineHooks(mayContinue: { text in
            text.utf8.count { $0 == 0x7B } > text.utf8.count { $0 == 0x7D }
        })

        @Test(arguments: [(80, 24), (60, 12), (20, 6)]) func `Enter begins a new line while a brace is open`(
            _ columns: Int, _ rows: Int
        ) async throws {
            let person = try PersonAtPrompt(columns: columns, rows: rows, hooks: hooks)
            let result = try await person.reads { screen in
                screen.type("graphql {\r")
                await screen.shows("> graphql {\n‸")
                screen.type("a b\r}")
                await screen.shows("> graphql {\na b\n}‸")
                screen.type("\u{1B}[A\u{1B}[C!")
                await screen.shows("> graphql {\na !‸b\n}")
                screen.type("\u{1B}\r")
                await screen.shows("> graphql {\na !\n‸b\n}")
                screen.type("\u{1B}[B")
                await screen.shows("> graphql {\na !\nb\n‸}")
                screen.type("\u{5}\u{1B}\r")
                await screen.shows("> graphql {\na !\nb\n}\n‸")
                screen.type("x\r")
                await screen.shows("> graphql {\na !\nb\n}\nx\n‸")
            }
            #expect(result == .line("graphql {\na !\nb\n}\nx"))
        }

        @Test func `a text taller than the screen goes on below and is read whole`() async throws {
            let person = try PersonAtPrompt(columns: 20, rows: 6, hooks: hooks)
            let result = try await person.reads { screen in
                screen.type("{\r1\r2\r3\r4")
                await screen.shows("> {\n1\n2\n3\n4‸")
                screen.type("\r")
                await screen.shows("> {\n1\n2\n3\n4\n... ‸")
                screen.type("5 }")
                await screen.shows("> {\n1\n2\n3\n4\n... 5 }‸")
                screen.type("\u{15}5\r}\r")
            }
            #expect(result == .line("{\n1\n2\n3\n4\n5\n}"))
        }

        @Test func `Ctrl-C gives up all of it`() async throws {
            let person = try PersonAtPrompt(columns: 20, rows: 6, hooks: hooks)
            let result = try await person.reads { screen in
                screen.type("{\r1\r2\r3\r4\r5")
                await screen.shows("> {\n1\n2\n3\n4\n... 5‸")
                screen.type("\u{15}\u{4}")
                _ = await screen.wait { $0.bells == 1 }
                screen.type("\u{3}")
            }
            #expect(result == .interrupted)
            #expect(try await person.reads { $0.type("a\r") } == .line("a"))
        }

        @Test func `a paste is text and runs nothing`() async throws {
            let person = try PersonAtPrompt()
            let result = try await person.reads { screen in
                _ = await screen.wait { $0.marksPastes }
                screen.type("say ")
                screen.paste("one\r\ntwo\t|\u{3}\u{1B}[A\r\r")
                await screen.shows("> say one\ntwo     |[A‸")
                screen.type("!\r")
            }
            #expect(result == .line("say one\ntwo\t|[A!"))
            #expect(!(await person.screen.wait { !$0.marksPastes }).marksPastes)
        }

        @Test func `a paste taller than the screen is written out and can be run or given up`() async throws {
            let person = try PersonAtPrompt(columns: 20, rows: 6)
            let lines = (1...200).map { "line \($0)" }
            let result = try await person.reads { screen in
                await screen.shows("> ‸")
                screen.type("()\u{1B}[D")
                screen.paste(lines.joined(separator: "\r"))
                await screen.shows("line 195\nline 196\nline 197\nline 198\nline 199\n... line 200)‸")
                screen.type("\r")
            }
            #expect(result == .line("(" + lines.joined(separator: "\n") + ")"))
        }

        @Test func `a long paste of one line is read whole`() async throws {
            let person = try PersonAtPrompt()
            let long = String(repeating: "0123456789", count: 1_000)
            let result = try await person.reads { screen in
                await screen.shows("> ‸")
                screen.paste(long)
                screen.type("\r")
            }
            #expect(result == .line(long))
        }
    }
}
