package import Notation
import ExchangeModel
import Programs

/// A browser with a lasting profile, in which the user signs in to a site.
package struct ChromiumWindow: Sendable {
    private let process: ChromiumProcess

    private static let answerTimeout = Duration.seconds(20)
    private static let pause = Duration.milliseconds(250)

    /// Runs work with a browser that shows an address, and ends the browser in all cases.
    ///
    /// - Parameters:
    ///   - environment: complete; the user's own, so that certificates and proxies work.
    ///   - profile: the folder that keeps what the browser stores.
    ///   - isVisible: without a window, only what needs no user works.
    package static func with<Value: Sendable>(
        _ program: ChromiumProgram, environment: [String: String], profile: String, at address: String,
        isVisible: Bool, _ work: @Sendable (ChromiumWindow) async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let words = program.words(profile: profile, at: address, isVisible: isVisible)
        let window = ChromiumWindow(process: try ChromiumProcess(words, environment: environment))
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await work(window)) } catch { outcome = .failure(error) }
        _ = try? await window.call("Browser.close", [:])
        await Threads.run { window.process.end() }
        return try outcome.get()
    }

    /// Waits until a script has a value in a page of an origin, and returns it with the cookies for these addresses.
    ///
    /// - Parameters:
    ///   - timeout: how long it waits in all.
    ///   - rest: how long the addresses of all pages may stay the same; then it gives up. Throws `.timedOut`.
    package func value(
        of script: String, at origin: String, cookiesFor addresses: [String], within timeout: Duration,
        rest: Duration? = nil
    ) async throws -> (value: JSON, cookies: [(name: String, value: String)]) {
        let start = ContinuousClock.now
        var known: [String] = [], changed = start
        while true {
            let pages = try await pages()
            guard !pages.isEmpty else { throw ChromiumFailure(.lost, "The browser window was closed.") }
            for page in pages where page.address.hasPrefix(origin + "/") {
                if let found = try await value(of: script, in: page.id, cookiesFor: addresses) { return found }
            }
            let now = ContinuousClock.now, shown = pages.map(\.address)
            if shown != known { (known, changed) = (shown, now) }
            guard now - start < timeout, rest.map({ now - changed < $0 }) ?? true else {
                throw ChromiumFailure(.timedOut, "No one signed in in the browser.")
            }
            try await Task.sleep(for: Self.pause)
        }
    }

    private func pages() async throws(ChromiumFailure) -> [(id: String, address: String)] {
        let targets = try await call("Target.getTargets", [:])["targetInfos"]?.elements ?? []
        return targets.compactMap { target in
            guard target["type"] == "page", let id = target["targetId"]?.scalarText else { return nil }
            return (id, target["url"]?.scalarText ?? "")
        }
    }

    /// Nil if the script has no value, or the page is being replaced by another.
    private func value(
        of script: String, in page: String, cookiesFor addresses: [String]
    ) async throws(ChromiumFailure) -> (value: JSON, cookies: [(name: String, value: String)])? {
        do throws(ChromiumFailure) {
            let attached = try await call("Target.attachToTarget", ["targetId": .string(page), "flatten": true])
            let session = attached["sessionId"]?.scalarText ?? ""
            let answer = try await call(
                "Runtime.evaluate", ["expression": .string(script), "returnByValue": true], session)
            var found: (JSON, [(name: String, value: String)])?
            if let value = answer["result"]?["value"], value != .null {
                let urls = JSON.array(addresses.map { .string($0) })
                let cookies = try await call("Network.getCookies", ["urls": urls], session)["cookies"]?.elements ?? []
                found = (value, cookies.map { ($0["name"]?.scalarText ?? "", $0["value"]?.scalarText ?? "") })
            }
            _ = try await call("Target.detachFromTarget", ["sessionId": .string(session)])
            return found
        } catch {
            guard error.kind == .pageFailed else { throw error }
            return nil
        }
    }

    private func call(
        _ method: String, _ parameters: JSON, _ session: String? = nil
    ) async throws(ChromiumFailure) -> JSON {
        try await process.pipe.call(method, parameters, session: session, within: Self.answerTimeout)
    }
}
