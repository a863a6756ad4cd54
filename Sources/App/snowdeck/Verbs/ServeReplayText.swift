import ExchangeModel
import Notation
import Workbench
import TapeDeck

/// Messages of `serve replay` on standard error.
enum ServeReplayText {
    /// - Parameters:
    /// - addresses: the URLs of the ports, by instance.
    /// - browsed: their URLs for browsers.
    /// - ports: how many ports each instance has.
    static func remarks(on tape: TapeSites, at addresses: [String], _ browsed: [String], ports: Int) -> [String] {
        let sites = tape.instances
        let origins = sites.compactMap { sites in
            sites.first.map { site in site.origin.origin + (site.user.map { " as \($0)" } ?? "") }
        }
        guard origins.count > 1 else {
            let heading =
                "The tape answers there, for \(origins.joined()). Nothing is asked of an instance. Ctrl-C ends it."
            return [line(heading)] + sites.flatMap { clients(of: $0) + pages(of: $0, at: browsed[0]) }
        }
        var lines = ["The tape answers for \(origins.count) instances. None of them is contacted. Ctrl-C ends it."]
        for (place, sites) in sites.enumerated() {
            let own = addresses.dropFirst(place * ports).prefix(ports)
            let range = (own.count > 1 ? [own.first, own.last] : [own.first]).compactMap { $0 }
            lines.append(line("\(range.joined(separator: " to ")) is \(origins[place])."))
            lines += clients(of: sites) + pages(of: sites, at: browsed[place * ports])
        }
        if tape.omitted > 0 { lines.append("\(tape.omitted) more instances of the tape are not served.") }
        return lines
    }

    private static func clients(of sites: [TapeSite]) -> [String] {
        let names = sites.compactMap(\.client)
        guard let first = names.first else { return [] }
        let shown = names.prefix(8).map { line($0) } + (names.count > 8 ? ["\(names.count - 8) more"] : [])
        let others = names.count < sites.count ? "recorded without a name" : "of \(line(first))"
        return [
            "Recorded clients: \(Phrase.listed(Array(shown), joinedBy: "and")). "
                + "Other clients get the answers \(others)."
        ]
    }

    private static func pages(of sites: [TapeSite], at address: String) -> [String] {
        guard let pages = sites.first?.pages else { return [] }
        let heading =
            switch pages.count {
            case 0: "It contains no pages; requests of programs are still answered."
            case 1: "It holds one page, shown to browsers at \(address):"
            case let count: "It holds \(count) pages, listed for browsers at \(address):"
            }
        return [heading] + pages.prefix(8).map { "  " + line($0.target) } + (pages.count > 8 ? ["  …"] : [])
    }

    /// Text from a tape on one line, without control characters.
    static func line(_ text: String) -> String { SafeText.line(text, limit: 400) }
}

extension BoundArguments {
    /// The number of a port of a server that listens on several: they follow each other, or are any free ones.
    ///
    /// - Parameter count: how many ports come before.
    func port(after count: Int) -> Int {
        let first = self[.port] ?? 0
        return first == 0 ? 0 : first + count
    }
}
