import CLibedit

/// An incremental search: the newest line that holds what was typed, whatever the case of its letters, then older ones.
struct HistorySearch {
    private(set) var query = ""
    private(set) var found: String?
    private(set) var failed = false
    private var place = 0

    var prompt: String { failed ? "no older line with '\(query)': " : "search '\(query)': " }

    mutating func add(_ scalar: Unicode.Scalar, in walk: inout HistoryWalk) {
        query.unicodeScalars.append(scalar)
        look(from: place, in: &walk)
    }

    mutating func removeLast(in walk: inout HistoryWalk) {
        if query.isEmpty { return }
        query.unicodeScalars.removeLast()
        if query.isEmpty {
            found = nil
            failed = false
            place = 0
        } else {
            look(from: 0, in: &walk)
        }
    }

    mutating func goOn(in walk: inout HistoryWalk) {
        if !query.isEmpty { look(from: place + 1, in: &walk) }
    }

    private mutating func look(from start: Int, in walk: inout HistoryWalk) {
        let wanted = query.utf8.map(Self.folded)
        var next = start
        while let line = walk.entry(next) {
            if line != found || next == place, Self.holds(line, wanted) {
                place = next
                found = line
                failed = false
                return
            }
            next += 1
        }
        failed = true
    }

    private static func holds(_ line: String, _ wanted: [UInt8]) -> Bool {
        var line = line
        return line.withUTF8 { bytes in
            guard bytes.count >= wanted.count else { return false }
            for start in 0...(bytes.count - wanted.count) {
                var length = 0
                while length < wanted.count, folded(bytes[start + length]) == wanted[length] { length += 1 }
                if length == wanted.count { return true }
            }
            return false
        }
    }

    private static func folded(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}

/// Ctrl-R: the prompt shows what is looked for, the line what was found.
extension EditSession {
    func beginSearch() -> Int {
        beforeSearch = (line.text, line.cursor)
        search = HistorySearch()
        return CEL_REFRESH
    }

    func searchKey(_ key: UInt32) -> Int {
        guard var state = search else { return CEL_BEEP }
        let failedBefore = state.failed
        switch key {
        case 0x12: state.goOn(in: &history)
        case 0x08, 0x7F: state.removeLast(in: &history)
        case 0x07:
            search = nil
            line.set(beforeSearch.text)
            line.cursor = beforeSearch.cursor
            return CEL_REFRESH
        case 0..<0x20:
            search = nil
            if let found = state.found { _ = show(WideText.scalars(found), below: []) }
            queued.append(key == EditCommand.newlineKey ? 0x0D : key)
            return CEL_REFRESH
        default:
            guard let scalar = Unicode.Scalar(key), !TerminalScreen.acts(scalar) else { return CEL_BEEP }
            state.add(scalar, in: &history)
        }
        search = state
        line.set(state.found.map(preview) ?? beforeSearch.text)
        // The prompt tells of a search that found nothing; the beep only that it has come to this.
        return state.failed && !failedBefore ? CEL_REFRESH_BEEP : CEL_REFRESH
    }

    func search(for text: [UInt32]) -> Int {
        text.reduce(CEL_REFRESH) { answer, character in character < 0x20 ? answer : searchKey(character) }
    }

    private func preview(_ found: String) -> [UInt32] {
        let text = WideText.scalars(found)
        return fits(text) ? text : Array(text.prefix { $0 != 0x0A }) + [0x2026]
    }
}

/// Walks over older lines, fetching them a page at a time, and only those that begin as the typed text does.
struct HistoryWalk {
    private let source: any HistorySource
    private var fetched: [String] = []
    private var isComplete = false

    private var draft = ""
    private var shown: String?
    private var position = -1

    private static let page = 100

    init(_ source: any HistorySource) { self.source = source }

    mutating func restart() { self = HistoryWalk(source) }

    mutating func entry(_ place: Int) -> String? {
        while place >= fetched.count, !isComplete {
            let page = source.entries(skipping: fetched.count, limit: Self.page)
            fetched += page
            isComplete = page.count < Self.page
        }
        return place >= 0 && place < fetched.count ? fetched[place] : nil
    }

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
