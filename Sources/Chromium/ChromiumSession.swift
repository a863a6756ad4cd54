package import Notation
import Programs

/// A browser without a window, with one tab. It finds no host but those it was given.
package struct ChromiumSession: Sendable {
    private let process: ChromiumProcess
    private let session: String
    /// How long each answer of the browser may take.
    package var patience: Duration

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

extension ChromiumSession {
    /// The highest picture, in pixels; what is further down is left out.
    package static let mostHeight = 16_384

    /// Opens an address and takes a picture (PNG) of the whole page, down to `mostHeight`, as wide as the window.
    package func photograph(_ order: PictureOrder) async throws(ChromiumFailure) -> [UInt8] {
        try await look(width: order.width, isDark: order.isDark)
        try await navigate(to: order.address)
        let metrics = try await call("Page.getLayoutMetrics", [:])
        let height = metrics["cssContentSize"]?["height"]?.scalarText.flatMap { Double($0) } ?? 0
        let clip: JSON = [
            "x": 0, "y": 0, "width": .number("\(order.width)"),
            "height": .number("\(Int(min(max(height.rounded(.up), 1), Double(Self.mostHeight))))"), "scale": 1,
        ]
        let answer = try await call(
            "Page.captureScreenshot",
            ["format": "png", "captureBeyondViewport": true, "clip": clip])
        guard let picture = answer["data"]?.scalarText.flatMap({ Base64.decode(Array($0.utf8)[...]) }),
            picture.starts(with: [0x89, 0x50, 0x4E, 0x47])
        else { throw ChromiumFailure(.lost, "The browser gave no picture.") }
        return picture
    }
}

/// What a picture of a page shows.
package struct PictureOrder: Sendable, Hashable {
    /// The address that the browser opens.
    package var address: String
    /// The width of its window, in CSS pixels.
    package var width: Int
    /// Whether it asks for dark pages (`prefers-color-scheme`).
    package var isDark: Bool

    /// An order of parts.
    package init(address: String, width: Int = 1280, isDark: Bool = false) {
        self.address = address
        self.width = width
        self.isDark = isDark
    }
}

/// How far the page in the browser's tab is, as its events tell.
struct PageState: Sendable {
    /// The tab's conversation; events of others are not heard.
    var session: String?
    /// The frame that is the page itself; nil until it is known.
    var frame: String?
    /// The documents that this frame has shown, by the number of their loading.
    private(set) var seen: Set<String> = []
    /// The one that it shows.
    private(set) var loader: String?
    /// Whether that one has loaded, with all that belongs to it.
    private(set) var isLoaded = false
    /// Whether nothing has been fetched for half a second since.
    private(set) var isIdle = false
    /// Whether the tab's process has died.
    private(set) var hasCrashed = false

    /// Takes in an event.
    mutating func take(_ method: String, _ event: JSON) {
        if method == "Inspector.targetCrashed" || method == "Target.targetCrashed" { hasCrashed = true }
        guard method == "Page.lifecycleEvent", let frame, event["frameId"]?.scalarText == frame,
            let loader = event["loaderId"]?.scalarText, let name = event["name"]?.scalarText
        else { return }
        if loader != self.loader {
            // A latecomer of a page that was left says nothing of this one.
            guard seen.insert(loader).inserted else { return }
            self.loader = loader
            isLoaded = false
            isIdle = false
        }
        if name == "load" { isLoaded = true }
        if name == "networkIdle" { isIdle = true }
    }
}
