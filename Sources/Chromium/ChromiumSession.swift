package import Notation
import Programs

/// A browser without a window, with one tab. It finds no host but those it was given.
package struct ChromiumSession: Sendable {
    private let process: ChromiumProcess
    private let session: String
    private let patience: Duration

    /// How long a page may go on fetching once it has loaded.
    private static let settling = Duration.seconds(3)

    /// Has a browser, and ends it in all cases: when the work is done, when it fails, and when the task is called off.
    ///
    /// - Parameters:
    ///   - environment: the whole of its environment but for its folders.
    ///   - folder: where its own folder is made, and removed.
    ///   - hosts: the only hosts it finds; `*.localhost` is a pattern.
    ///   - patience: how long it may take to start, and each answer of it.
    package static func with<Value: Sendable>(
        _ program: ChromiumProgram, environment: [String: String], folder: String = "/tmp",
        hosts: [String] = ["localhost", "*.localhost", "127.0.0.1"], patience: Duration = .seconds(30),
        _ work: @Sendable (ChromiumSession) async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let process = try ChromiumProcess(program, environment: environment, folder: folder, hosts: hosts)
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await work(try await ChromiumSession(process, patience: patience)))
        } catch {
            outcome = .failure(error)
        }
        await Threads.run { process.end() }
        return try outcome.get()
    }

    /// Opens a tab in a browser that was started.
    private init(_ process: ChromiumProcess, patience: Duration) async throws(ChromiumFailure) {
        self.process = process
        self.patience = patience
        let pipe = process.pipe
        func call(_ method: String, _ parameters: JSON, _ session: String? = nil) async throws(ChromiumFailure) -> JSON
        {
            do throws(ChromiumFailure) {
                return try await pipe.call(method, parameters, session: session, within: patience)
            } catch {
                guard error.kind != .cancelled else { throw error }
                throw ChromiumFailure(.didNotStart, "Chromium did not start: \(error.message)")
            }
        }
        let target = try await call("Target.createTarget", ["url": "about:blank"])["targetId"] ?? .null
        let attached = try await call("Target.attachToTarget", ["targetId": target, "flatten": true])
        session = attached["sessionId"]?.scalarText ?? ""
        let tree = try await call("Page.getFrameTree", [:], session)
        pipe.hear(session: session, frame: tree["frameTree"]?["frame"]?["id"]?.scalarText ?? "")
        _ = try await call("Page.enable", [:], session)
        _ = try await call("Page.setLifecycleEventsEnabled", ["enabled": true], session)
        // A page must not fill the disk with what it has the browser save.
        _ = try await call("Browser.setDownloadBehavior", ["behavior": "deny"])
    }

    /// Opens an address and waits until the page has loaded and its network is quiet, for a moment at most.
    package func navigate(to address: String) async throws(ChromiumFailure) {
        let answer = try await call("Page.navigate", ["url": .string(address)])
        if let error = answer["errorText"]?.scalarText, !error.isEmpty {
            throw ChromiumFailure(.pageFailed, "The page could not be opened (\(error)).")
        }
        // Without one, the address is a place of the page that is shown.
        guard let loader = answer["loaderId"]?.scalarText else { return }
        try await settle { $0.seen.contains(loader) && $0.isLoaded }
    }

    /// Runs a script that leads to another page, a click for instance, and waits for that page.
    package func follow(_ script: String) async throws(ChromiumFailure) {
        let before = process.pipe.page.loader
        _ = try await evaluate(script)
        try await settle { $0.loader != before && $0.isLoaded }
    }

    /// Runs a script in the page; its value, that of a promise included, has to be JSON. Throws `.pageFailed` with what
    /// the script threw.
    package func evaluate(_ script: String) async throws(ChromiumFailure) -> JSON {
        let answer = try await call(
            "Runtime.evaluate",
            ["expression": .string(script), "returnByValue": true, "awaitPromise": true, "userGesture": true])
        if let thrown = answer["exceptionDetails"] {
            let text = thrown["exception"]?["description"]?.scalarText ?? thrown["text"]?.scalarText ?? "an error"
            throw ChromiumFailure(.pageFailed, "The script failed: \(text)")
        }
        return answer["result"]?["value"] ?? .null
    }

    /// Whether the page is told that dark pages are wanted (`prefers-color-scheme`), and how wide its window is.
    package func look(width: Int, height: Int = 900, isDark: Bool) async throws(ChromiumFailure) {
        _ = try await call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number("\(width)"), "height": .number("\(height)"), "deviceScaleFactor": 1, "mobile": false,
            ])
        let scheme: JSON = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        _ = try await call("Emulation.setEmulatedMedia", ["features": [scheme]])
    }

    /// Calls a method of the browser's debugging protocol in the tab.
    package func call(_ method: String, _ parameters: JSON) async throws(ChromiumFailure) -> JSON {
        try await process.pipe.call(method, parameters, session: session, within: patience)
    }

    /// From now on keeps what the tab tells, `Network.requestWillBeSent` for instance, for `takeEvents`.
    package func keepEvents() { process.pipe.keepEvents() }

    /// What the tab has told since this was last asked.
    package func takeEvents() -> [ChromiumEvent] { process.pipe.takeEvents() }

    private func settle(_ isLoaded: @escaping @Sendable (PageState) -> Bool) async throws(ChromiumFailure) {
        _ = try await process.pipe.wait(within: patience, until: isLoaded)
        do throws(ChromiumFailure) {
            _ = try await process.pipe.wait(within: Self.settling) { $0.isIdle }
        } catch {
            // A page that never falls silent is shown as it is by then.
            guard error.kind == .tooLate else { throw error }
        }
    }
}
