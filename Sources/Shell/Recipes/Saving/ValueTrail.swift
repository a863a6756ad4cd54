import Notation

/// Follows values from answers into later lines.
struct ValueTrail {
    /// A value of a line that an earlier line's answer had shown.
    struct Use: Hashable {
        /// In bytes of the line.
        let range: Range<Int>
        let text: String
        /// The place of the step that showed it.
        let source: Int
        /// Where it stood in that step's answer.
        let path: FieldPath
    }

    /// The uses of each step's line, by the step's place.
    private(set) var uses: [[Use]] = []
    /// The places of steps whose captures each line's variables come from.
    private(set) var variableSources: [Set<Int>] = []
    /// The variables of each line that captures gave.
    private var capturedNames: [Set<String>] = []

    private let steps: [SessionStep]
    private let said: [SaidTexts]
    private var answers: [AnswerValues] = []
    /// Where each value that was followed comes from.
    private var chosen: [String: (source: Int, path: FieldPath)] = [:]
    /// Values that were typed before anything had shown them.
    private var typed: Set<String> = []
    private var captured: [String: Int] = [:]

    init(_ steps: [SessionStep]) {
        self.steps = steps
        said = steps.map(SaidTexts.init)
        for place in steps.indices {
            follow(place)
            answers.append(AnswerValues(steps[place].status == 0 ? steps[place].value : nil))
            if steps[place].status == 0 {
                for capture in steps[place].invocation?.captures ?? [] { captured[capture.name] = place }
                // A variable that is set is no answer's any more.
                if let set = steps[place].arguments, set.command == .set {
                    for assignment in set.assignments { captured[assignment.name] = nil }
                }
            }
        }
    }

    private mutating func follow(_ place: Int) {
        let texts = said[place]
        var found: [Use] = [], free: [String] = []
        for value in texts.values {
            if let (source, path) = source(of: value.text, before: place) {
                found.append(Use(range: value.range, text: value.text, source: source, path: path))
            } else {
                free.append(value.text)
            }
        }
        if steps[place].status == 0 { typed.formUnion(free) }
        uses.append(found)
        variableSources.append(Set(texts.variables.compactMap { captured[$0] }))
        capturedNames.append(Set(texts.variables.filter { captured[$0] != nil }))
    }

    /// Whether a variable of a line is some answer's value.
    func isCaptured(_ name: String, at place: Int) -> Bool { capturedNames[place].contains(name) }

    /// The step that a value is taken from: the one that made the record, else the last that showed it, because that is
    /// what whoever typed it was looking at. A value that was typed first comes from nowhere.
    private mutating func source(of text: String, before place: Int) -> (Int, FieldPath)? {
        if let known = chosen[text] { return known }
        guard !typed.contains(text) else { return nil }
        var last: (Int, FieldPath)?
        for source in answers.indices.reversed() {
            guard let path = answers[source].path(of: text), !said[source].holds(text) else { continue }
            if last == nil || steps[source].writes { last = (source, path) }
        }
        if let last { chosen[text] = last }
        return last
    }
}

/// The values that were typed in a line: what stands behind the command's words and flags.
struct SaidTexts {
    /// A value with its place in the line, in bytes.
    struct Value: Hashable {
        let text: String
        let range: Range<Int>
    }

    /// Values that may come from elsewhere: those with a form of their own, and whole arguments.
    private(set) var values: [Value] = []
    /// The variables that stand in it.
    private(set) var variables: [String] = []

    init(_ step: SessionStep) {
        guard let invocation = step.invocation, !invocation.isEmpty else { return }
        for word in invocation.words {
            for piece in word.pieces {
                switch piece {
                case .variable(let name, _): variables.append(name)
                case .text(let text, let span, _):
                    // With an escape in it, places in the text are not places in the line.
                    guard text.utf8.count == span.count else { continue }
                    for value in SaidValues.all(in: text) {
                        let start = span.lowerBound + value.range.lowerBound
                        values.append(Value(text: value.text, range: start..<start + value.range.count))
                    }
                }
            }
        }
        guard let arguments = step.arguments else { return }
        for value in arguments.said where !values.contains(where: { $0.range.overlaps(value.range) }) {
            values.append(value)
        }
    }

    func holds(_ text: String) -> Bool { values.contains { $0.text == text } }
}

extension BoundArguments {
    /// The whole values of arguments, assignments and conditions that were typed as they are.
    var said: [SaidTexts.Value] {
        var found: [SaidTexts.Value] = []
        func add(_ value: BoundValue) {
            guard let text = value.word.literal, text.utf8.count >= 3, let range = value.typedRange else { return }
            found.append(SaidTexts.Value(text: text, range: range))
        }
        for argument in command.arguments {
            switch argument.kind {
            case .record, .task: for value in given(argument.name) { add(value) }
            // A page that names no record is the same one everywhere, also where another page links to it.
            case .page:
                for value in given(argument.name) where !SaidValues.all(in: value.text).isEmpty { add(value) }
            default: continue
            }
        }
        for assignment in assignments { add(assignment.value) }
        for flag in command.flags where flag.value == .query {
            for value in given(flag.name) { found += value.conditionValues }
        }
        return found
    }
}

extension BoundValue {
    /// Where the text stands without its quotes; nil when it is not there letter by letter.
    var typedRange: Range<Int>? {
        guard word.pieces.count == 1, case .text(let text, let span, _) = word.pieces[0],
            text.utf8.count == span.count
        else { return nil }
        return span
    }

    /// The values of an encoded query's conditions.
    var conditionValues: [SaidTexts.Value] {
        guard let range = typedRange else { return [] }
        let query = EncodedQuery(text)
        let conditions = query.groups.flatMap { $0.terms.flatMap(\.conditions) }
        return conditions.compactMap { condition in
            let bytes = Array(text.utf8)
            // A value stands at the end of its condition.
            let count = condition.value.utf8.count
            guard count >= 3, condition.span.count > count, condition.span.upperBound <= bytes.count else { return nil }
            let place = condition.span.upperBound - count..<condition.span.upperBound
            guard String(decoding: bytes[place], as: UTF8.self) == condition.value else { return nil }
            let start = range.lowerBound + place.lowerBound
            return SaidTexts.Value(text: condition.value, range: start..<start + count)
        }
    }
}
