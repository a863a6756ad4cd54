import Workbench
import Tables
import ExchangeModel
import Notation
import NowData
import NowSDK
import NowWeb
import Rendering

extension Parameter {
    fileprivate static let link = Argument<Int>("link", .link, "The number of the link, as shown by page links")
}

extension Command {
    static let pageFollow = Command(
        "page follow", "Follow a link of the page",
        arguments: [.link],
        traits: Traits(value: .answer),
        examples: [Example("page follow 3", "where link 3 leads")]
    ) { run in
        let page = try PageNavigation.current(run)
        let number = run.arguments[.link] ?? 0
        let links = page.document.links
        guard links.indices.contains(number - 1) else {
            throw run.arguments.problem(
                .usage,
                links.isEmpty
                    ? "The page has no link." : "The page has no link \(number): it has 1 to \(links.count).",
                at: .link, hints: links.isEmpty ? [] : ["page links"])
        }
        let link = links[number - 1]
        switch PageAddress(link.target, from: PageNavigation.base(of: page, run), at: run.instance) {
        case .page(let url):
            return try await PageNavigation.go(to: url, part: PageTarget.parted(link.target).part, run)
        case .fragment(let name): return try await PageNavigation.result(of: page, part: name, run)
        case let other:
            throw PageProblems.invalidAddress(other, link.target, named: .link, run, run.arguments)
        }
    }

    static let pageBack = Command(
        "page back", "Go back to the previous page",
        details: "The page is requested again, so it shows the current state.",
        traits: Traits(value: .answer),
        examples: [Example("page back", "the previous page")]
    ) { run in
        var history = try run.pages.history
        _ = try PageNavigation.current(run)
        guard let entry = history.goBack() else {
            throw Problem(.usage, "There is no page before this one.")
        }
        return try await PageNavigation.go(to: entry.address, by: history, run)
    }

    static let pageForward = Command(
        "page forward", "Go forward to the next page",
        traits: Traits(value: .answer),
        examples: [Example("page forward", "the next page")]
    ) { run in
        var history = try run.pages.history
        _ = try PageNavigation.current(run)
        guard let entry = history.goForward() else {
            throw Problem(.usage, "There is no page after this one.", hints: ["page back goes the other way."])
        }
        return try await PageNavigation.go(to: entry.address, by: history, run)
    }

    static let pageReload = Command(
        "page reload", "Reload the page",
        traits: Traits(value: .answer),
        examples: [Example("page reload", "the page as it is now")]
    ) { run in
        let page = try PageNavigation.current(run)
        return try await PageNavigation.go(to: page.address, by: try run.pages.history, run)
    }
}
