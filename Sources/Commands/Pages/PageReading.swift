import ExchangeModel
import Notation
import NowWeb
import Redactors
import Rendering
import Workbench

extension Parameter {
    fileprivate static let text = Argument<String>(
        "text", .word("TEXT"), .optional,
        "Only links whose text or address contains this")
    fileprivate static let foundText = Argument<String>("text", .word("TEXT"), "The text to find")
    fileprivate static let context = Flag<Int>(
        "context", short: "C", .number(0...100), fallback: "1",
        "Show this many lines before and after each match")
}

extension Command {
    static let pageLinks = Command("page links", arguments: [.text], traits: Traits(value: .answer)) { run in
        let page = try PageNavigation.current(run)
        let wanted = run.arguments[.text]
        let all = PageNavigation.shown(page, run).links.enumerated().map { ($0.offset + 1, $0.element) }
        let found = all.filter { _, link in
            wanted.map { PageLines.holds(link.text, $0) || PageLines.holds(link.target, $0) } ?? true
        }
        if let wanted, found.isEmpty, !all.isEmpty {
            run.notes.add("None of \(Phrase.counted(all.count, "link")) contains \(Quoting.word(wanted)).")
        } else if all.isEmpty {
            run.notes.add("The page has no link.")
        }
        let rows = found.map { number, link in [Cell(String(number)), Cell(link.text), Cell(link.target)] }
        return CommandResult(.table(OutputTable(["number", "text", "address"], rows))) {
            .array(
                found.map { number, link in
                    ["number": .number(String(number)), "text": .string(link.text), "address": .string(link.target)]
                })
        }
    }

    static let pageSource = Command("page source") { run in
        let response = try PageNavigation.current(run).response
        return CommandResult(.bytes(run.redaction.masked(response.body, type: response.headers["Content-Type"])))
    }

    static let pageFind = Command(
        "page find", arguments: [.foundText], flags: [.context], traits: Traits(value: .answer)
    ) { run in
        let page = try PageNavigation.current(run)
        let wanted = run.arguments[.foundText] ?? ""
        let around = run.arguments[.context] ?? 1
        let view = PageView(PageNavigation.shown(page, run), address: page.address.description)
        let lines = view.lines(width: run.settings.width)
        let places = lines.indices.filter { PageLines.holds(lines[$0], wanted) }
        let count = Phrase.counted(places.count, "line")
        run.notes.add(
            places.isEmpty
                ? "None of the \(lines.count) lines of the page contains \(Quoting.word(wanted))."
                : "\(count) of \(lines.count) \(places.count == 1 ? "contains" : "contain") \(Quoting.word(wanted)).")
        let found = places.map { (number: String($0 + 1), text: String(ASCII.trimmed(lines[$0][...]))) }
        let value: @Sendable () -> JSON = {
            .array(found.map { ["line": .number($0.number), "text": .string($0.text)] })
        }
        if run.format(of: run.arguments).isForPrograms {
            let rows = found.map { [Cell($0.number), Cell($0.text)] }
            return CommandResult(.table(OutputTable(["line", "text"], rows)), value: value)
        }
        return CommandResult(.text(PageLines.excerpt(of: lines, at: places, around: around)), value: value)
    }
}

enum PageLines {
    static func holds(_ text: String, _ wanted: String) -> Bool { text.lowercased().contains(wanted.lowercased()) }

    /// Matching lines with context and line numbers; a match's number is followed by `:`.
    static func excerpt(of lines: [String], at places: [Int], around: Int) -> String {
        let width = String(lines.count).utf8.count
        var text = "", next = 0
        let found = Set(places)
        for place in places {
            let start = max(place - around, next), end = min(place + around, lines.count - 1)
            if start > next, place != places[0] { text += "--\n" }
            for line in start...max(start, end) where line <= end {
                let number = String(line + 1)
                text += String(repeating: " ", count: width - number.utf8.count) + number
                text += (found.contains(line) ? ": " : lines[line].isEmpty ? "" : "  ") + lines[line] + "\n"
            }
            next = max(next, end + 1)
        }
        return text
    }
}
