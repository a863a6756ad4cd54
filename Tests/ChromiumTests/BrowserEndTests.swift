import ExchangeModel
import Chromium
import Foundation
import Glibc
import Notation
import TestSupport
import Testing

@Suite(.serialized) struct BrowserEndTests {
    private struct SampleError: Error {}

    /// Processes with a word in their command line, from /proc.
    private static func processes(naming word: String) -> [String] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return folders.filter { Int($0) != nil }.filter { number in
            let line = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self).contains(word)
        }
    }

    @Test func noProcessOrFileRemains() async throws {
        let site = TestSite(["/": "<p>x</p>"])
        let folder = ShortFolder()
        func check(_ how: Comment) {
            expectEqual(folder.names, [], how)
            expectEqual(Self.processes(naming: folder.path), [], how)
        }
        try await Browser.with(folder: folder.path) { browser in
            try await browser.navigate(to: site.address + "/")
            expectEqual(folder.names.count, 1)
        }
        check("well")
        await #expect(throws: SampleError.self) {
            try await Browser.with(folder: folder.path) { _ in throw SampleError() }
        }
        check("by an error")
        let task = Task {
            try await Browser.with(folder: folder.path) { browser in
                try await browser.evaluate("new Promise(() => {})")
            }
        }
        while folder.names.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        task.cancel()
        _ = await task.result
        check("cancelled")
    }

    @Test func pageLoadTimesOut() async throws {
        let site = TestSite(["/with": "<img src=/never>"])
        let kinds = try await Browser.with { browser in
            var impatient = browser
            impatient.timeout = .milliseconds(300)
            let (page, script) = (
                await Browser.failure { [impatient] in try await impatient.navigate(to: site.address + "/with") },
                await Browser.failure { [impatient] in _ = try await impatient.evaluate("new Promise(() => {})") }
            )
            return [page, script]
        }
        expectEqual(kinds, [.timedOut, .timedOut])
    }

    @Test func killedBrowserIsLost() async throws {
        let folder = ShortFolder()
        let kind = await Browser.failure {
            try await Browser.with(folder: folder.path) { browser in
                for number in Self.processes(naming: folder.path).compactMap({ Int32($0) }) { kill(number, SIGKILL) }
                _ = try await browser.evaluate("1")
            }
        }
        expectEqual(kind, .lost)
        expectEqual(folder.names, [])
    }

    @Test(arguments: ["/bin/true", "/bin/cat", "/usr/bin/no-such-browser", "#!/bin/sh\nsleep 1000\n"])
    func otherProgramDoesNotStart(program: String) async throws {
        let folder = ShortFolder()
        var path = program
        if program.hasPrefix("#!") {
            path = folder.path + "/browser"
            try Data(program.utf8).write(to: URL(fileURLWithPath: path))
            chmod(path, 0o700)
        }
        let own = ShortFolder()
        let kind = await Browser.failure {
            try await ChromiumSession.with(
                ChromiumProgram(path: path), environment: Browser.environment, folder: own.path,
                timeout: .milliseconds(500)
            ) { _ in }
        }
        expectEqual(kind, .didNotStart)
        expectEqual(own.names, [])
        expectEqual(Self.processes(naming: own.path), [])
    }

    @Test func missingChromiumIsReported() {
        #expect(throws: ChromiumFailure(.missing, "There is no Chromium, Chrome or Edge on this machine.")) {
            try ChromiumProgram.find(path: "/nowhere:relative", standard: [])
        }
    }
}
