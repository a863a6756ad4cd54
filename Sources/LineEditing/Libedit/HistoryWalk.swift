/// Walks over older lines, fetching them a page at a time, and only those that begin as the typed text does.
struct HistoryWalk {
    private let source: any HistorySource
    private var fetched: [String] = []
    private var isComplete = false

    /// What was typed when the walk began, what it shows now, and where that stands; -1 is the typed text.
    private var draft = ""
    private var shown: String?
    private var position = -1

    private static let page = 100

    init(_ source: any HistorySource) { self.source = source }

    /// Forgets what was fetched: since then a line was added.
    mutating func restart() { self = HistoryWalk(source) }

    /// The line that many places back, 0 being the newest.
    mutating func entry(_ place: Int) -> String? {
        while place >= fetched.count, !isComplete {
            let page = source.entries(skipping: fetched.count, limit: Self.page)
            fetched += page
            isComplete = page.count < Self.page
        }
        return place >= 0 && place < fetched.count ? fetched[place] : nil
    }

    /// How many lines there are; fetches them all.
    mutating func count() -> Int {
        while !isComplete { _ = entry(fetched.count) }
        return fetched.count
    }

    /// The next older line that begins as the typed text does, when the line now holds `current`.
    mutating func older(than current: String) -> String? {
        if shown != current {
            draft = current
            shown = nil
            position = -1
        }
        var place = position + 1
        while let line = entry(place) {
            if suits(line, current) { return show(line, place) }
            place += 1
        }
        return nil
    }

    /// The next newer one, at last the typed text.
    mutating func newer(than current: String) -> String? {
        guard let shown, shown == current else { return nil }
        var place = position - 1
        while place >= 0 {
            if suits(fetched[place], current) { return show(fetched[place], place) }
            place -= 1
        }
        self.shown = nil
        position = -1
        return draft
    }

    private func suits(_ line: String, _ current: String) -> Bool {
        line != current && line.utf8.starts(with: draft.utf8)
    }

    private mutating func show(_ line: String, _ place: Int) -> String {
        shown = line
        position = place
        return line
    }
}
