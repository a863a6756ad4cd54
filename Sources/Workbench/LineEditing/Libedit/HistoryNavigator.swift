/// Moves through history lines that begin with the typed text, reading them page by page.
struct HistoryNavigator {
    private let source: any HistorySource
    private var fetched: [HistoryLine] = []
    private var isComplete = false

    private var draft = ""
    private var shown: String?
    private var position = -1

    private static let page = 100

    init(_ source: any HistorySource) { self.source = source }

    mutating func restart() { self = HistoryNavigator(source) }

    mutating func entry(_ place: Int) -> String? { line(place)?.text }

    mutating func line(_ place: Int) -> HistoryLine? {
        while place >= fetched.count, !isComplete {
            // Growing pages, because the source has to count the skipped lines.
            let limit = max(Self.page, fetched.count)
            let page = source.entries(skipping: fetched.count, limit: limit)
            fetched += page
            isComplete = page.count < limit
        }
        return place >= 0 && place < fetched.count ? fetched[place] : nil
    }

    mutating func count() -> Int {
        while !isComplete { _ = entry(fetched.count) }
        return fetched.count
    }

    /// The next older line with the typed prefix; `current` is the line's current text.
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

    mutating func newer(than current: String) -> String? {
        guard let shown, shown == current else { return nil }
        var place = position - 1
        while place >= 0 {
            if suits(fetched[place].text, current) { return show(fetched[place].text, place) }
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
