import Synchronization
import TestSupport
import Testing

@testable import LineEditing

extension TerminalTests {
    struct CompletionMenuTests {
        typealias Candidate = Completions.Candidate

        /// Completes the word at the cursor among the given ones.
        private func completing(_ candidates: [Candidate]) -> LineHooks {
            LineHooks(complete: { text, cursor in
                let before = Array(text.utf8)[..<cursor]
                let start = before.lastIndex(of: 0x20).map { $0 + 1 } ?? 0
                let typed = before[start...]
                return Completions(
                    replacing: start..<cursor, with: candidates.filter { $0.text.utf8.starts(with: typed) })
            })
        }

        @Test func `the common prefix is inserted, with a space after a single match`() async throws {
            let driver = try PromptDriver(
                hooks: completing([
                    Candidate("incident"), Candidate("incident_task"), Candidate("größe", appendsSpace: false),
                ]))
            let result = try await driver.reads { screen in
                screen.type("é i\t")
                await screen.shows("> é incident‸")
                screen.type("_\t")
                await screen.shows("> é incident_task ‸")
                screen.type("gr\tx")
                await screen.shows("> é incident_task größex‸")
                screen.type("\t")
                _ = await screen.wait { $0.bells == 1 }
                screen.type("\r")
            }
            expectEqual(result, .line("é incident_task größex"))
        }

        @Test func `a partial list inserts no common prefix`() async throws {
            let some = LineHooks(complete: { _, cursor in
                Completions(
                    replacing: 0..<cursor, with: [Candidate("INC0010001"), Candidate("INC0010002")], isWhole: false)
            })
            let driver = try PromptDriver(hooks: some)
            let result = try await driver.reads { screen in
                screen.type("INC\t")
                await screen.shows("> INC‸\nINC0010001\nINC0010002\n1 of 2 shown; type more to see the others")
                screen.type("\u{1B}")
                await screen.shows("> INC‸")
                screen.type("0\r")
            }
            expectEqual(result, .line("INC0"))
        }

        @Test(arguments: [(80, 24), (60, 12), (30, 6)]) func `candidates are shown with descriptions`(
            _ columns: Int, _ rows: Int
        ) async throws {
            let driver = try PromptDriver(
                columns: columns, rows: rows,
                hooks: completing([
                    Candidate("table_get", "one record\u{1B}[2J"), Candidate("table_日本", "wide"), Candidate("table_x"),
                ]))
            let result = try await driver.reads { screen in
                screen.type(" end\u{1}t\t")
                await screen.shows("> table_‸ end")
                screen.type("\u{7F}\t")
                await screen.shows("> table_‸ end")
                screen.type("\t")
                await screen.shows("> table_‸ end\ntable_get   one record[2J\ntable_日本  wide\ntable_x")
                screen.type("\u{1B}[B\t\u{1B}[Z\r")
                await screen.shows("> table_日本‸ end")
                screen.type("\r")
            }
            expectEqual(result, .line("table_日本 end"))
        }

        @Test func `the menu scrolls and narrows while typing`() async throws {
            let driver = try PromptDriver(
                columns: 20, rows: 6, hooks: completing((1...20).map { Candidate("w\($0)", "a word: \($0)") }))
            let result = try await driver.reads { screen in
                screen.type("w\t")
                await screen.shows("> w‸\nw1   a word: 1\nw2   a word: 2\nw3   a word: 3\nw4   a word: 4\n1 of 20")
                screen.type("\u{1B}[A")
                await screen.shows("> w‸\nw17  a word: 17\nw18  a word: 18\nw19  a word: 19\nw20  a word: 20\n20 of 20")
                screen.type("2")
                await screen.shows("> w2‸\nw2   a word: 2\nw20  a word: 20")
                screen.type("\u{7F}3")
                await screen.shows("> w3‸\nw3  a word: 3")
                screen.type("x")
                await screen.shows("> w3x‸")
                screen.type("\u{7F}\u{7F}1\t\t\t\r")
                await screen.shows("> w11 ‸")
                screen.type("\r")
            }
            expectEqual(result, .line("w11 "))
        }

        @Test func `a menu on the last row scrolls the screen, and a resize draws it again`() async throws {
            let driver = try PromptDriver(
                columns: 20, rows: 6, hooks: completing(["aa", "ab", "ac"].map { Candidate($0) }))
            for _ in 0..<8 {
                _ = try await driver.reads { screen in
                    screen.type("x\r")
                }
            }
            let result = try await driver.reads { screen in
                screen.type("a\t")
                await screen.shows("> x\n> x\n> a‸\naa\nab\nac")
                screen.resize(columns: 30, rows: 6)
                await screen.shows("> x\n> x\n> a‸\naa\nab\nac")
                screen.type("\u{1B}[B\r")
                await screen.shows("> x\n> x\n> ab ‸")
                screen.type("\r")
            }
            expectEqual(result, .line("ab "))
        }

        /// A space, a paste, Left and Home close the menu and take effect.
        @Test(arguments: [
            (" q", "> w q‸"), ("\u{1B}[200~0 4\u{1B}[201~8", "> w0 48‸"), ("\u{1B}[D0", "> 0‸w"), ("\u{1}v", "> v‸w"),
        ]) func `any other key closes the menu and takes effect`(_ keys: String, _ shown: String) async throws {
            let driver = try PromptDriver(
                columns: 40, rows: 6, hooks: completing((1...9).map { Candidate("w\($0)", "word \($0)") }))
            let result = try await driver.reads { screen in
                screen.type("w\t")
                _ = await screen.wait { $0.text.hasSuffix("1 of 9") }
                screen.type(keys)
                await screen.shows(shown)
                screen.type("\r")
            }
            expectEqual(result, .line(String(shown.dropFirst(2).filter { $0 != "‸" })))
        }

        @Test func `Ctrl-C at the menu discards the line`() async throws {
            let driver = try PromptDriver(
                columns: 40, rows: 6, hooks: completing((1...9).map { Candidate("w\($0)", "word \($0)") }))
            let result = try await driver.reads { screen in
                screen.type("w\t")
                _ = await screen.wait { $0.text.hasSuffix("1 of 9") }
                screen.type("\u{3}")
            }
            expectEqual(result, .interrupted)
        }

        @Test func `a slow completion can be canceled and keeps typed text`() async throws {
            let started = AsyncStream<Void>.makeStream()
            let cancelled = Mutex(false)
            let driver = try PromptDriver(
                hooks: LineHooks(complete: { _, _ in
                    started.continuation.yield()
                    try? await Task.sleep(for: .seconds(3600))
                    cancelled.withLock { $0 = Task.isCancelled }
                    started.continuation.yield()
                    return nil
                }))
            var signs = started.stream.makeAsyncIterator()
            let line = Task { await driver.reader.readLine(prompt: Prompt("> ")) }
            await driver.screen.waitForRawMode()
            driver.screen.type("a\tbc")
            await signs.next()
            driver.screen.type("\u{3}")
            await signs.next()
            #expect(cancelled.withLock { $0 })
            await driver.screen.shows("> abc‸")
            driver.screen.type("\r")
            await expectEqual(line.value, .line("abc"))
        }

        /// Answers `a` slowly, when the test says so, and later calls at once.
        private func slow(_ answers: AsyncStream<Void>, _ words: [String]) -> LineHooks {
            let first = Mutex(true)
            return LineHooks(complete: { text, cursor in
                if first.withLock({ first in
                    defer { first = false }
                    return first
                }) {
                    for await _ in answers { break }
                }
                return Completions(
                    replacing: 0..<cursor, with: words.filter { $0.hasPrefix(text) }.map { Candidate($0) })
            })
        }

        @Test func `a slow completion is shown, and keys typed meanwhile filter its menu`() async throws {
            let answers = AsyncStream<Void>.makeStream()
            let driver = try PromptDriver(hooks: slow(answers.stream, ["aa", "ab", "abc"]))
            var prompt = Prompt("> ")
            prompt.instance = "https://dev1.service-now.com"
            let result = try await driver.reads(prompt) { screen in
                screen.type("a\t")
                await screen.shows("> a‸\nwaiting for dev1.service-now.com; Ctrl-C stops")
                screen.type("b")
                answers.continuation.yield()
                await screen.shows("> ab‸\nab\nabc")
                screen.type("\t\r")
                await screen.shows("> abc ‸")
                screen.type("\r")
            }
            expectEqual(result, .line("abc "))
        }

        @Test func `common prefixes respect characters`() {
            let common = { (texts: [String]) in
                Completions(replacing: 0..<0, with: texts.map { Candidate($0) }).commonPrefix
            }
            expectEqual(common(["größe", "grün"]), "gr")
            expectEqual(common(["é", "è"]), "")
            expectEqual(common(["same", "same"]), "same")
            expectEqual(common([]), "")
        }
    }
}

struct QuestionCompletionTests {
    private let completion = QuestionCompletion([
        .init("abel.tuter", "Abel Tuter"), .init("abraham.lincoln"), .init("beth.anglin", "Beth\u{1B}[2J"),
        .init("x\u{7}"),
    ])

    @Test func tabCompletesCommonPrefixThenShowsMenu() {
        expectEqual(completion.after("be"), .text("beth.anglin"))
        expectEqual(completion.after("A"), .text("ab"))
        expectEqual(completion.after("ab"), .menu(["  abel.tuter       Abel Tuter", "  abraham.lincoln"]))
        expectEqual(completion.after("beth.anglin"), .nothing)
        expectEqual(completion.after("z"), .nothing)
        expectEqual(completion.after("x"), .nothing)
        expectEqual(
            completion.after(""),
            .menu(["  abel.tuter       Abel Tuter", "  abraham.lincoln", "  beth.anglin      Beth[2J"]))
    }

    @Test func prefixOfSomeIsNotCompleted() {
        let some = QuestionCompletion([.init("abel.tuter"), .init("abel.young")], isWhole: false)
        expectEqual(some.after("a"), .menu(["  abel.tuter", "  abel.young", "  …"]))
    }
}
