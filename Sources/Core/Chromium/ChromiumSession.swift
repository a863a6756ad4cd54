package import Notation
import ExchangeModel
import Programs

/// A headless browser with one tab. Only the given hosts are reached.
package struct ChromiumSession: Sendable {
    private let process: ChromiumProcess
    private let session: String
    /// The timeout of each response of the browser.
    package var timeout: Duration

    private static let idleTimeout = Duration.seconds(3)

    /// Runs work with a browser, and ends the browser in all cases: success, failure and cancellation. Its environment
    /// is complete, except for folders; `folder` is for its profile. Only `hosts` are reached: `*.localhost` is a pattern,
    /// `one.localhost:8080` only that port.
    package static func with<Value: Sendable>(
        _ program: ChromiumProgram, environment: [String: String], folder: String = "/tmp",
        hosts: [String] = ["localhost", "*.localhost", "127.0.0.1"], timeout: Duration = .seconds(30),
        _ work: @Sendable (ChromiumSession) async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let process = try ChromiumProcess(program, environment: environment, folder: folder, hosts: hosts)
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await work(try await ChromiumSession(process, timeout: timeout)))
        } catch {
            outcome = .failure(error)
        }
        await Threads.run { process.end() }
        return try outcome.get()
    }

    private init(_ process: ChromiumProcess, timeout: Duration) async throws(ChromiumFailure) {
        self.process = process
        self.timeout = timeout
        let pipe = process.pipe
        func call(_ method: String, _ parameters: JSON, _ session: String? = nil) async throws(ChromiumFailure) -> JSON
        {
            do throws(ChromiumFailure) {
                return try await pipe.call(method, parameters, session: session, within: timeout)
            } catch {
                guard error.kind != .cancelled else { throw error }
                throw ChromiumFailure(.didNotStart, "Chromium did not start: \(error.message)")
            }
        }
        let target = try await call("Target.createTarget", ["url": "about:blank"])["targetId"] ?? .null
        let attached = try await call("Target.attachToTarget", ["targetId": target, "flatten": true])
        session = attached["sessionId"]?.scalarText ?? ""
        // The main frame has the id of its tab.
        pipe.track(frame: target.scalarText ?? "")
        _ = try await call("Page.enable", [:], session)
        _ = try await call("Page.setLifecycleEventsEnabled", ["enabled": true], session)
        // Downloads could fill the disk.
        _ = try await call("Browser.setDownloadBehavior", ["behavior": "deny"])
    }

    /// Opens a URL and waits until the page has loaded, and up to `idleTimeout` for the network to be idle.
    package func navigate(to address: String) async throws(ChromiumFailure) {
        let answer = try await call("Page.navigate", ["url": .string(address)])
        if let error = answer["errorText"]?.scalarText, !error.isEmpty {
            throw ChromiumFailure(.pageFailed, "The page could not be opened (\(error)).")
        }
        // Without a loader, the URL is a fragment of the current page.
        guard let loader = answer["loaderId"]?.scalarText else { return }
        try await waitUntilIdle { $0.events[loader] != nil }
    }

    /// Runs a script that navigates, such as a click, and waits for the page.
    package func follow(_ script: String) async throws(ChromiumFailure) {
        let before = process.pipe.page.loader
        _ = try await evaluate(script)
        try await waitUntilIdle { $0.loader != before }
    }

    /// Runs a script. Its value, or that of its promise, must be JSON. Throws `.pageFailed` with what the script threw.
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

    package func setViewport(width: Int, height: Int = 900, isDark: Bool) async throws(ChromiumFailure) {
        _ = try await call(
            "Emulation.setDeviceMetricsOverride",
            ["width": .number("\(width)"), "height": .number("\(height)"), "deviceScaleFactor": 1, "mobile": false])
        let scheme: JSON = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        _ = try await call("Emulation.setEmulatedMedia", ["features": [scheme]])
    }

    package func call(_ method: String, _ parameters: JSON) async throws(ChromiumFailure) -> JSON {
        try await process.pipe.call(method, parameters, session: session, within: timeout)
    }

    private func waitUntilIdle(_ isNew: @escaping @Sendable (PageState) -> Bool) async throws(ChromiumFailure) {
        try await process.pipe.wait(within: timeout) { isNew($0) && $0.has("load") }
        do throws(ChromiumFailure) {
            try await process.pipe.wait(within: Self.idleTimeout) { $0.has("networkIdle") }
        } catch {
            // A page whose network never becomes idle is used as it is.
            guard error.kind == .timedOut else { throw error }
        }
    }

    /// The maximum height of a screenshot in pixels; the rest is cut off.
    package static let maxScreenshotHeight = 16_384

    /// Opens a URL and takes a PNG screenshot of the whole page, up to `maxScreenshotHeight`, as wide as the window.
    package func takeScreenshot(
        _ address: String, width: Int = 1280, isDark: Bool = false
    ) async throws(ChromiumFailure) -> [UInt8] {
        try await setViewport(width: width, isDark: isDark)
        try await navigate(to: address)
        let metrics = try await call("Page.getLayoutMetrics", [:])
        let height = metrics["cssContentSize"]?["height"]?.scalarText.flatMap { Double($0) } ?? 0
        let clip: JSON = [
            "x": 0, "y": 0, "width": .number("\(width)"),
            "height": .number("\(Int(min(max(height.rounded(.up), 1), Double(Self.maxScreenshotHeight))))"), "scale": 1,
        ]
        let answer = try await call(
            "Page.captureScreenshot",
            ["format": "png", "captureBeyondViewport": true, "clip": clip])
        guard let picture = answer["data"]?.scalarText.flatMap({ Base64.decode(Array($0.utf8)[...]) }),
            picture.starts(with: [0x89, 0x50, 0x4E, 0x47])
        else { throw ChromiumFailure(.lost, "The browser returned no screenshot.") }
        return picture
    }
}

/// The loading state of the tab's page, from its events.
struct PageState: Sendable {
    var frame: String?
    private(set) var loader: String?
    /// What has happened to each document: `load`, or `networkIdle` half a second after its last request.
    private(set) var events: [String: Set<String>] = [:]

    func has(_ event: String) -> Bool { loader.map { events[$0, default: []].contains(event) } ?? false }

    mutating func apply(_ event: JSONNode) {
        guard let frame, event["frameId"]?.string == frame, let loader = event["loaderId"]?.string,
            let name = event["name"]?.string
        else { return }
        // A late event of a previous document does not make it the current one.
        if events[loader] == nil { self.loader = loader }
        events[loader, default: []].insert(name)
    }
}
