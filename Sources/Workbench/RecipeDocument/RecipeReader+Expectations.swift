import CommandLanguage
import Notation

extension RecipeReader {
    /// `exit 0`, `rows >= 1`, `.state == 2`, `header Content-Type contains json`.
    mutating func readExpectation(_ cursor: inout RecipeCursor, _ text: RecipeBlockText) -> RecipeExpectation? {
        var whole = cursor
        let line = whole.rest()
        let place = text.place(line.range)
        guard let subject = readSubject(&cursor, text, line.range),
            let test = readTest(&cursor, text, of: subject)
        else { return nil }
        return RecipeExpectation(subject: subject, test: test, text: line.text, line: place.index + 1)
    }

    private mutating func readSubject(
        _ cursor: inout RecipeCursor, _ text: RecipeBlockText, _ line: Range<Int>
    ) -> RecipeExpectation.Subject? {
        func fail(_ span: Range<Int>, _ message: String, _ hints: [String]) -> RecipeExpectation.Subject? {
            let place = text.place(span)
            report(place.index, span.isEmpty ? nil : place.span, message, hints: hints)
            return nil
        }
        let examples = ["? exit 0", "? rows >= 1", "? .state == 2"]
        if line.isEmpty { return fail(line, "An expectation must follow ?.", examples) }
        if text.bytes[cursor.at] == .dot {
            let (path, range) = cursor.path()
            do throws(FieldPath.SyntaxError) { return .path(try FieldPath(path)) } catch {
                let at = range.lowerBound + error.offset
                return fail(at..<min(at + 1, line.upperBound), error.message, ["A path is written .result[0].number."])
            }
        }
        let (word, range) = cursor.letters()
        switch word {
        case "exit": return .exit
        case "http": return .http
        case "rows": return .rows
        case "took": return .took
        case "header":
            let name = cursor.word()
            guard !name.text.isEmpty, name.text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") })
            else {
                return fail(line, "header needs the name of a header field.", ["? header Content-Type contains json"])
            }
            return .header(name.text)
        default:
            var hints = DidYouMean.hints(for: word, among: ["exit", "http", "rows", "took", "header"])
            if hints.isEmpty, !word.isEmpty { hints = ["? .\(text.text(line))"] + examples }
            if hints.isEmpty { hints = examples }
            return fail(
                range.isEmpty ? line : range, "An expectation tests exit, http, rows, took, header or a path.", hints)
        }
    }

    /// A test, to the end of the line.
    ///
    /// - Parameter subject: the tested value; nil for the text of a condition.
    mutating func readTest(
        _ cursor: inout RecipeCursor, _ text: RecipeBlockText, of subject: RecipeExpectation.Subject?
    ) -> RecipeTest? {
        func fail(_ span: Range<Int>, _ message: String, _ hints: [String] = []) -> RecipeTest? {
            let place = text.place(span)
            report(place.index, span.isEmpty ? nil : place.span, message, hints: hints)
            return nil
        }
        let start = cursor.at
        let isNumber = subject.map { [.exit, .http, .rows, .took].contains($0) } ?? false
        if let comparison = cursor.comparison() {
            if isNumber, comparison == .like || comparison == .contains {
                return fail(start..<cursor.end, "A number is compared by ==, !=, <, <=, > or >=.")
            }
            return readValue(&cursor, text, comparison, subject)
        }
        let (word, range) = cursor.word()
        switch word {
        case "exists", "absent":
            if isNumber { return fail(range, "\(word) applies to a path or header only.", ["? .number \(word)"]) }
            if !cursor.isAtEnd { return fail(cursor.rest().range, "Nothing may follow \(word).") }
            return word == "exists" ? .exists : .absent
        case "type":
            let sort = cursor.word()
            guard !isNumber, let known = RecipeTest.ValueType(rawValue: sort.text), cursor.isAtEnd else {
                let sorts = RecipeTest.ValueType.allCases.map(\.rawValue)
                return fail(
                    sort.range, isNumber ? "type applies to a path only." : "Unknown type \(sort.text).",
                    ["Types: \(Phrase.listed(sorts, joinedBy: "and"))."])
            }
            return .type(known)
        case "":
            return fail(start - 1..<start, "A comparison is missing.", ["? .state == 2", "? .number exists"])
        default:
            // `exit 0`, `http 201`, `rows 3`.
            if isNumber, subject != .took, word.utf8.first.map({ ASCII.isDigit($0) || $0 == .openBrace }) ?? false {
                guard cursor.isAtEnd else { return fail(cursor.rest().range, "Nothing may follow the number.") }
                return check(word, at: range, text, .equal, subject)
            }
            var hints = DidYouMean.hints(for: word, among: ["contains", "exists", "absent", "type"])
            if word.hasPrefix("=") { hints = ["== compares."] }
            return fail(
                range, "Expected a comparison here.",
                hints.isEmpty ? ["== != < <= > >= ~ contains exists absent type"] : hints)
        }
    }

    private mutating func readValue(
        _ cursor: inout RecipeCursor, _ text: RecipeBlockText, _ comparison: RecipeTest.Comparison,
        _ subject: RecipeExpectation.Subject?
    ) -> RecipeTest? {
        if cursor.startsQuote {
            var copy = cursor
            let start = cursor.at
            // If text follows the closing quote, the quote is part of an unquoted value.
            if let value = copy.quoted(), copy.isAtEnd {
                cursor = copy
                return check(value, at: start..<cursor.end, text, comparison, subject)
            }
        }
        let start = cursor.at
        let (value, range) = cursor.rest()
        guard !value.isEmpty else {
            let place = text.place(max(start - 1, 0)..<start)
            report(
                place.index, nil, "A value must follow \(comparison.rawValue).",
                hints: [#"An empty text is "".""#])
            return nil
        }
        return check(value, at: range, text, comparison, subject)
    }

    /// Checks that a value without variables suits its subject.
    private mutating func check(
        _ value: String, at range: Range<Int>, _ text: RecipeBlockText, _ comparison: RecipeTest.Comparison,
        _ subject: RecipeExpectation.Subject?
    ) -> RecipeTest? {
        let isOpen = !RecipeTemplate(value).variables.isEmpty
        let diagnostic: (String, [String])?
        switch subject {
        case .exit?: diagnostic = (0...255).holds(value) ? nil : ("exit is a number from 0 to 255.", ["? exit 0"])
        case .http?: diagnostic = (100...599).holds(value) ? nil : ("http is a status from 100 to 599.", ["? http 201"])
        case .rows?: diagnostic = (0...Int.max).holds(value) ? nil : ("rows is a whole number.", ["? rows >= 1"])
        case .took?: diagnostic = Timespan(value) != nil ? nil : ("took is a duration.", ["? took < 2s"])
        default: diagnostic = nil
        }
        guard let diagnostic, !isOpen else { return .compare(comparison, value) }
        let place = text.place(range)
        report(place.index, place.span, diagnostic.0, hints: diagnostic.1)
        return nil
    }
}

extension ClosedRange<Int> {
    fileprivate func holds(_ text: String) -> Bool {
        text.utf8.allSatisfy(ASCII.isDigit) && Int(text).map(contains) ?? false
    }
}
