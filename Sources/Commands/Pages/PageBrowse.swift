import CassetteStore
import ExchangeModel
import NowWeb
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let theme = Flag<String>(
        "theme", .theme, fallback: "the setting theme", "Show pages in this theme")
    fileprivate static let `for` = Flag<Int>(
        "for", .number(1...86400), fallback: "until Enter or Ctrl-C", "End after this many seconds")
}

extension Command {
    static let pageBrowse = Command(
        "page browse", arguments: [.targetOrHere, .pageRecord], flags: PageLookup.flags + [.theme, .for],
        rules: PageLookup.rules,
        traits: Traits(
            value: .answer, changes: .with(flag: .allowWrites, "page"), takesAddress: true, opensBrowser: true,
            servesUntilEnded: true, inRecipes: .unsaved("needs a person at a browser"))
    ) { run in
        let url = try await BrowserSession.start(run)
        let sheet = BrowserSession.sheet(of: try await BrowserSession.theme(run))
        let mayWrite = try await BrowserSession.mayWrite(run)
        let browserSession = try BrowserSession(
            to: url, sheet: sheet, mayWrite: mayWrite, replays: run.host.browser.isReplaying, run)
        defer { if mayWrite { run.recordsHaveChanged() } }
        let ending = try await browserSession.serve(run) { run, address in
            let end = EndSignal()
            run.running.gentleEnd = end
            defer { run.running.gentleEnd = nil }
            let opened = run.host.browser.open(address)
            defer { withExtendedLifetime(opened) {} }
            // The address grants access and must not be recorded.
            run.write(
                (opened != nil ? "Opened in the browser; the address opens once:\n" : "Open in a browser, once:\n"))
            run.write(address + "\n")
            let clock = run.arguments[.for].map { seconds in
                Task {
                    try await Task.sleep(for: .seconds(seconds))
                    end.signal()
                }
            }
            await run.host.terminal.wait(for: end)
            clock?.cancel()
            return VisitRecording.Ending()
        }
        let counts = browserSession.relay.counts
        let facts = [
            ("pages", counts.pages), ("requests", counts.requests), ("from_cache", counts.fromCache),
            ("refused", counts.refused), ("turned_away", ending.rejectedRequests),
        ]
        return CommandResult(facts: facts.map { ($0.0, String($0.1)) })
    }
}

/// A browser that is shown the instance's pages through a relay, for `page browse` and `page shot`; also replays such a
/// session.
struct BrowserSession: Sendable {
    let relay: BrowseRelay
    private let key: RelayKey
    private let tape: VisitRecording
    private let target: String
    /// Whether the browser's requests are answered from the tape.
    private let isReplayed: Bool

    init(to url: HTTPURL, sheet: String, mayWrite: Bool, replays: Bool, _ run: isolated Run) throws {
        let deck = try run.openDeck(), link = try run.connected()
        let host = run.host
        key = RelayKey(random: host.randomBytes)
        let tape = VisitRecording(deck, keeps: !run.slot.isPlaying)
        self.tape = tape
        target = url.target
        isReplayed = run.slot.isPlaying && replays
        let assets = AssetClient(transport: link.transport, cache: link.pages.cache, clock: deck.clock)
        relay = BrowseRelay(
            instance: run.instance, key: key, sheet: sheet, mayWrite: mayWrite, name: run.shortName,
            isSafe: Safety.isSafe, next: link.transport,
            asset: { request throws(TransportFailure) in
                let answer = try await assets.asset(at: request.url)
                return (answer.response, answer.source == .cache)
            }, keep: { await tape.keep($0) })
    }

    /// Serves pages while `work` runs with the address for the browser, or repeats the recorded visits, and returns how
    /// it ended. Throws if the tape has no answer to a visit.
    func serve(
        _ run: isolated Run, _ work: (isolated Run, _ address: String) async -> VisitRecording.Ending
    ) async throws -> VisitRecording.Ending {
        guard !isReplayed else { return try await replay() }
        let server = try run.host.browser.listen(relay)
        var ending = await work(run, key.address(port: server.port, target: target))
        server.stop()
        await relay.waitUntilIdle()
        ending.rejectedRequests = relay.counts.rejectedRequests
        try await tape.end(ending)
        return ending
    }

    private func replay() async throws -> VisitRecording.Ending {
        while true {
            try Task.checkCancellation()
            let (visit, ending) = try await tape.next()
            if let ending { return ending }
            guard let visit else { continue }
            _ = await relay.answer(visit)
            if let miss = relay.miss { throw miss }
        }
    }

    /// Whether the browser may change records: after the guard was opened or with `--allow-writes`. Never with a
    /// read-only profile.
    static func mayWrite(_ run: isolated Run) async throws -> Bool {
        switch run.writeGuard {
        case .open: return true
        case .readOnly:
            if run.arguments.has(.allowWrites) { try await run.authorize(plan) }
            return false
        case .confirm, .production:
            let own = run.arguments[.allowWrites], options = run.options
            let named: String
            do {
                named = try await run.input(.setting, "allow-writes") { own ?? options.allowWrites ?? "" }
            } catch TapeError.noInput {
                // In a replay, only what was recorded is allowed.
                return false
            }
            if named.isEmpty { return false }
            try await run.authorize(plan)
            return true
        }
    }

    private static let plan = WritePlan(doing: "let the browser change records", table: "")

    /// The style sheet for pages: a theme's, or light and dark by the browser's preference.
    static func sheet(of theme: WebTheme?) -> String {
        if let theme { return ThemeSheet.css(for: theme) }
        return WebTheme.builtIn.map { theme in
            "@media (prefers-color-scheme: \(theme.isDark ? "dark" : "light")) {\n\(ThemeSheet.css(for: theme))}\n"
        }.joined()
    }

    static func theme(_ run: isolated Run) async throws -> WebTheme? {
        guard let name = run.arguments[.theme] else {
            if run.arguments[.dark] { return .dark }
            return try await run.theme()
        }
        return try await run.theme(named: name, run.arguments)
    }

    /// The first page: the one that the line names, the open page, or the instance's home.
    static func start(_ run: isolated Run) async throws -> HTTPURL {
        guard run.arguments.has(.target) else {
            if let given = PageLookup.flags.first(where: run.arguments.has) {
                throw run.arguments.problem(
                    .usage, "\(given.spelling) goes with a table.", at: given, hints: ["help page open"])
            }
            if let page = try run.pages.page { return page.address }
            return try PageNavigation.url(of: "/home.do", run)
        }
        let target = try await PageLookup.address(run)
        let url = try PageNavigation.url(of: target, run)
        // A frame of Next Experience is drawn by the whole platform; only the page in it is useful here.
        if url.path.hasPrefix("/now/"), case .page(let inner) = PageAddress.page(url).unframed(at: run.instance) {
            return inner
        }
        return url
    }
}
