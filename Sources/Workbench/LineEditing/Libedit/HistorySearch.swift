import CLibedit

/// A search in the history: first lines that contain the query, then those with its words, then those with its letters
/// in order, each newest first, ignoring case.
struct HistorySearch {
    /// Which lines are searched.
    enum Filter: Int, CaseIterable {
        case all, here, failed, changes

        var name: String {
            switch self {
            case .all: "all lines"
            case .here: "lines on this instance"
            case .failed: "lines that failed"
            case .changes: "lines that change records"
            }
        }

        func next(by count: Int) -> Filter {
            let all = Self.allCases
            return all[(rawValue + count + all.count) % all.count]
        }
    }

    private(set) var query = ""
    private(set) var filter = Filter.all
    /// The last match, which is kept when nothing matches.
    private(set) var found: String?
    private var lines: [HistoryLine] = []
    private var menu: CompletionMenu?
    private let instance: String
    private let changes: (String) -> Bool

    /// - Parameters:
    ///   - instance: the instance of `.here`.
    ///   - changes: whether a line changes records.
    init(instance: String = "", changes: @escaping (String) -> Bool = { _ in false }) {
        (self.instance, self.changes) = (instance, changes)
    }

    /// Whether no line matches.
    var failed: Bool { lines.isEmpty }

    var prompt: String {
        let place = filter == .all ? "" : " in " + filter.name
        return failed ? "nothing with '\(query)'\(place): " : "search '\(query)'\(place): "
    }

    mutating func add(_ scalar: Unicode.Scalar, in walk: inout HistoryNavigator) {
        query.unicodeScalars.append(scalar)
        look(in: &walk)
    }

    mutating func removeLast(in walk: inout HistoryNavigator) {
        if query.isEmpty { return }
        query.unicodeScalars.removeLast()
        look(in: &walk)
    }

    mutating func changeFilter(by count: Int, in walk: inout HistoryNavigator) {
        filter = filter.next(by: count)
        look(in: &walk)
    }

    mutating func move(by count: Int) {
        guard let selected = menu?.selected else { return }
        menu?.move(by: count, wraps: false)
        if menu?.selected == selected { return }
        found = menu.map { lines[$0.selected].text }
    }

    /// The most matches listed.
    private static let most = 500

    mutating func look(in walk: inout HistoryNavigator) {
        var ranked: [[HistoryLine]] = [[], [], []]
        var seen: Set<String> = []
        let wanted = Wanted(query)
        var place = 0
        while ranked[0].count < Self.most, let line = walk.line(place) {
            place += 1
            guard let rank = wanted.rank(of: line.text), suits(line), seen.insert(line.text).inserted else { continue }
            ranked[rank].append(line)
        }
        lines = Array(ranked.joined().prefix(Self.most))
        let candidates = lines.map { line in
            Completions.Candidate(line.text.replacing("\n", with: " "), line.instance == instance ? "" : line.place)
        }
        menu =
            lines.isEmpty
            ? nil
            : CompletionMenu(Completions(replacing: 0..<0, with: candidates, isWhole: lines.count < Self.most), 0..<0)
        if let first = lines.first { found = first.text }
    }

    private func suits(_ line: HistoryLine) -> Bool {
        switch filter {
        case .all: true
        case .here: line.instance == instance
        case .failed: line.hasFailed
        case .changes: changes(line.text)
        }
    }

    /// The rows around the selected line, and a hint about Tab.
    func rows(columns: Int, most: Int) -> [String] {
        guard most > 0 else { return [] }
        let found = menu?.rows(columns: columns, most: max(min(most, CompletionMenu.maxRows) - 1, 1)) ?? []
        let about = "Tab: " + filter.next(by: 1).name
        return most > found.count
            ? found + ["\u{1B}[2m" + CompletionMenu.cut(about, to: columns - 1) + "\u{1B}[0m"] : found
    }
}

/// A query, prepared for comparison.
private struct Wanted {
    private let whole: [UInt8]
    private let words: [ArraySlice<UInt8>]
    private let letters: [UInt8]

    init(_ query: String) {
        whole = query.utf8.map(Self.folded)
        words = whole.split(separator: 0x20)
        letters = whole.filter { $0 != 0x20 }
    }

    /// 0 for the whole query, 1 for its words, 2 for its letters in order; nil if the line does not match.
    func rank(of line: String) -> Int? {
        var line = line
        return line.withUTF8 { bytes -> Int? in
            if Self.holds(bytes, whole[...]) { return 0 }
            if words.count > 1, words.allSatisfy({ Self.holds(bytes, $0) }) { return 1 }
            // Nearly every line contains two given letters.
            guard letters.count > 2 else { return nil }
            var next = 0
            for byte in bytes where Self.folded(byte) == letters[next] {
                next += 1
                if next == letters.count { return 2 }
            }
            return nil
        }
    }

    private static func holds(_ bytes: UnsafeBufferPointer<UInt8>, _ wanted: ArraySlice<UInt8>) -> Bool {
        guard let first = wanted.first else { return true }
        guard bytes.count >= wanted.count else { return false }
        for start in 0...(bytes.count - wanted.count) where folded(bytes[start]) == first {
            var length = 1
            while length < wanted.count, folded(bytes[start + length]) == wanted[wanted.startIndex + length] {
                length += 1
            }
            if length == wanted.count { return true }
        }
        return false
    }

    private static func folded(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}

/// Ctrl-R: the prompt shows the query, the line the selected match, and the rows below the other matches.
extension EditSession {
    func beginSearch() -> Int {
        beforeSearch = (line.text, line.cursor)
        var state = HistorySearch(instance: prompt.instance, changes: hooks.changes)
        state.look(in: &history)
        return show(state, beeps: false)
    }

    func searchKey(_ key: UInt32) -> Int {
        guard var state = search else { return CEL_BEEP }
        let failedBefore = state.failed
        switch key {
        case 0x12, 0x0E: state.move(by: 1)
        case 0x13, 0x10: state.move(by: -1)
        case 0x09: state.changeFilter(by: 1, in: &history)
        case 0x08, 0x7F: state.removeLast(in: &history)
        case 0x07:
            search = nil
            line.set(beforeSearch.text)
            line.cursor = beforeSearch.cursor
            return CEL_REFRESH
        case 0x1B:
            let sequence = keys.escapeSequence()
            switch String(decoding: sequence, as: UTF8.self) {
            case "[A", "OA": state.move(by: -1)
            case "[B", "OB": state.move(by: 1)
            case "[5~": state.move(by: -CompletionMenu.maxRows)
            case "[6~": state.move(by: CompletionMenu.maxRows)
            case "[Z": state.changeFilter(by: -1, in: &history)
            case "": return endSearch(state)
            default:
                queued += [key] + sequence.map(UInt32.init)
                return endSearch(state)
            }
        case 0..<0x20:
            queued.append(key == EditCommand.newlineKey ? 0x0D : key)
            return endSearch(state)
        default:
            guard let scalar = Unicode.Scalar(key), !TerminalScreen.acts(scalar) else { return CEL_BEEP }
            state.add(scalar, in: &history)
        }
        // The prompt shows that nothing matches; the beep marks only the change.
        return show(state, beeps: state.failed && !failedBefore)
    }

    func search(for text: [UInt32]) -> Int {
        text.reduce(CEL_REFRESH) { answer, character in character < 0x20 ? answer : searchKey(character) }
    }

    private func show(_ state: HistorySearch, beeps: Bool) -> Int {
        search = state
        line.set(state.found.map(preview) ?? beforeSearch.text)
        return beeps ? CEL_REFRESH_BEEP : CEL_REFRESH
    }

    /// Ends the search and keeps the match in the line.
    private func endSearch(_ state: HistorySearch) -> Int {
        search = nil
        if let found = state.found { _ = show(WideText.scalars(found), below: []) }
        return CEL_REFRESH
    }

    private func preview(_ found: String) -> [UInt32] {
        let text = WideText.scalars(found)
        return fits(text) ? text : Array(text.prefix { $0 != 0x0A }) + [0x2026]
    }
}
