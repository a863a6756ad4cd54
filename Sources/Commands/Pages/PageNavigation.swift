import ExchangeModel
import Notation
import NowSDK
import NowWeb
import Rendering
import Workbench

extension Parameter {
    fileprivate static let link = Argument<Int>("link", .link, "The number of the link, as shown by page links")
}

extension Command {
    static let pageFollow = Command("page follow", arguments: [.link], traits: Traits(value: .answer)) { run in
        let page = try PageNavigation.current(run)
        let number = run.arguments[.link] ?? 0
        let links = page.document.links
        guard links.indices.contains(number - 1) else {
            throw run.arguments.problem(
                .usage,
                links.isEmpty ? "The page has no link." : "The page has no link \(number): it has 1 to \(links.count).",
                at: .link, hints: links.isEmpty ? [] : ["page links"])
        }
        let link = links[number - 1]
        switch PageAddress(link.target, from: page.base, at: run.instance) {
        case .page(let url):
            return try await PageNavigation.go(to: url, part: PageTarget.parted(link.target).part, run)
        case .fragment(let name): return try await PageNavigation.result(of: page, part: name, run)
        case let other:
            throw PageProblems.invalidAddress(other, link.target, named: .link, run)
        }
    }

    static let pageBack = Command("page back", traits: Traits(value: .answer)) { run in
        try await PageNavigation.step(run, Problem(.usage, "There is no page before this one.")) { $0.goBack() }
    }

    static let pageForward = Command("page forward", traits: Traits(value: .answer)) { run in
        let end = Problem(.usage, "There is no page after this one.", hints: ["page back goes the other way."])
        return try await PageNavigation.step(run, end) { $0.goForward() }
    }

    static let pageReload = Command("page reload", traits: Traits(value: .answer)) { run in
        try await PageNavigation.go(to: try PageNavigation.current(run).address, by: try run.pages.history, run)
    }
}

enum PageNavigation {
    static func current(_ run: isolated Run) throws(Problem) -> WebPage {
        guard let page = try run.pages.page else {
            throw Problem(.usage, "No page is open.", hints: ["page open home.do"])
        }
        return page
    }

    static func step(
        _ run: isolated Run, _ end: Problem, _ step: (inout NavigationHistory) -> NavigationHistory.Entry?
    ) async throws -> CommandResult {
        _ = try current(run)
        var history = try run.pages.history
        guard let entry = step(&history) else { throw end }
        return try await go(to: entry.address, by: history, run)
    }

    static func url(
        of text: String, named parameter: Parameter = .target, number: Int = 0, _ run: isolated Run
    ) throws(Problem) -> HTTPURL {
        let address = PageAddress(text, from: nil, at: run.instance)
        if case .page(let url) = address { return url }
        throw PageProblems.invalidAddress(address, text, named: parameter, number: number, run)
    }

    /// Requests a page and shows it. `history` has it as the current page; nil adds it.
    static func go(
        to address: HTTPURL, part: String? = nil, by history: NavigationHistory? = nil, _ run: isolated Run
    ) async throws -> CommandResult {
        let url = try unframed(address, address.target, run)
        if url != address { run.notes.add("Opened without the frame around it: \(url.target)") }
        return try await send(HTTPRequest(.get, url), part: part, by: history, run)
    }

    static func send(
        _ request: HTTPRequest, part: String? = nil, by history: NavigationHistory? = nil, _ run: isolated Run
    ) async throws -> CommandResult {
        let link = try run.connected()
        let client = PageClient(instance: run.instance, transport: link.transport)
        let before = link.authenticating.status.pages
        var page: WebPage, rejection: Problem?
        do throws(PageError) {
            page = try await client.page(for: request)
        } catch {
            // The response's page explains the rejection.
            guard error.kind == .refused, let answered = error.page else { throw PageProblems.thrown(error, run) }
            page = answered
            rejection = PageProblems.problem(error, run)
        }
        var steps = history ?? link.pages.history
        let entry = NavigationHistory.Entry(page.address, title: page.document.title)
        if history == nil { steps.visit(entry) } else { steps.arrive(at: entry) }
        link.pages.open(page, by: steps)
        if hasNewSession(link.authenticating.status.pages, since: before) {
            run.notes.add("The session at \(run.shortName) had ended; signed in again.")
        }
        PageNotes.about(page, asked: request.url, run).forEach(run.notes.add)
        var result = try await result(of: page, part: part, run)
        if let rejection { result.problems.append(rejection) }
        return result
    }

    /// Whether the pages come from another session than before: an ongoing session has served at least one more
    /// request.
    private static func hasNewSession(_ now: SignInStatus.Session?, since before: SignInStatus.Session?) -> Bool {
        guard let now, let before else { return false }
        return now.uses <= before.uses
    }

    static func result(of page: WebPage, part: String? = nil, _ run: isolated Run) async throws -> CommandResult {
        guard page.isHTML else { return CommandResult(.bytes(page.response.body)) }
        let document = shown(page, run), palette = try await run.theme().map(PagePalette.init)
        let view = PageView(document, address: page.address.description, palette: palette)
        if let part, !part.isEmpty, part != "top", !run.format(of: run.arguments).isForPrograms {
            run.notes.add("The address names the part #\(part) of the page; this is all of it.")
        }
        return CommandResult(.page(view)) { view.json }
    }

    /// The page's content, with link addresses as `page open` takes them: relative to the instance's root.
    static func shown(_ page: WebPage, _ run: isolated Run) -> Document {
        var document = page.document
        let base = page.base, instance = run.instance
        for place in document.links.indices {
            document.links[place].target = PageNotes.address(
                PageAddress(document.links[place].target, from: base, at: instance), document.links[place].target)
        }
        if let refresh = document.refresh, !refresh.target.isEmpty {
            document.refresh?.target = PageNotes.address(
                PageAddress(refresh.target, from: base, at: instance), refresh.target)
        }
        // A form's token is a secret of the session.
        for form in document.forms.indices {
            for field in document.forms[form].fields.indices where document.forms[form].fields[field].kind == .hidden {
                let hidden = document.forms[form].fields[field]
                document.forms[form].fields[field].value = FormTable.shown(hidden.value, of: hidden.name)
            }
        }
        return document
    }

    /// The page in a frame, because a frame shows nothing itself.
    ///
    /// - Parameter text: the address as it was written.
    static func unframed(
        _ url: HTTPURL, _ text: String, named parameter: Parameter = .target, number: Int = 0, _ run: isolated Run
    ) throws(Problem) -> HTTPURL {
        let content = PageAddress.page(url).unframed(at: run.instance)
        if case .page(let inner) = content { return inner }
        throw PageProblems.invalidAddress(content, text, named: parameter, number: number, run)
    }
}

enum PageNotes {
    /// A page with scripts and fewer letters than this is built by its scripts.
    private static let fewLetters = 80

    static func about(_ page: WebPage, asked: HTTPURL, _ run: isolated Run) -> [String] {
        var remarks: [String] = []
        if page.address != asked { remarks.append("Redirected to \(page.address.target)") }
        let answer = page.response
        if answer.body.isEmpty, answer.status < 400 {
            let reason = answer.reason.isEmpty ? "" : " " + answer.reason
            return remarks + ["There is nothing on the page: the answer is empty (\(answer.status)\(reason))."]
        }
        let document = page.document
        if isBuiltByScripts(document, at: page.address) {
            remarks.append("Scripts build this page in the browser, and they are not run here; page browse shows it.")
        }
        return remarks
    }

    /// Whether a page is empty before its scripts run, as workspaces (`/now/…`) and portals are.
    static func isBuiltByScripts(_ document: Document, at address: HTTPURL) -> Bool {
        let letters = PlainTextPage.of(document).utf8.count
        if letters >= fewLetters || !document.forms.allSatisfy({ $0.fields.allSatisfy { $0.kind == .hidden } }) {
            return false
        }
        return address.path.hasPrefix("/now/") || address.path.hasPrefix("/sp")
            || document.assets.contains { $0.kind == .script } && letters < fewLetters / 4
    }

    /// An address as `page open` takes it: relative to the instance, absolute for other hosts, unchanged otherwise.
    static func address(_ address: PageAddress, _ text: String) -> String {
        switch address {
        case .page(let url): url.target
        case .elsewhere(let url): url.description
        case .fragment(let name): "#" + name
        case .unsupported, .unreadable: text
        }
    }
}
