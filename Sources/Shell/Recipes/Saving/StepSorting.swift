import Notation

/// Decides which lines of a session a recipe is made of, and says of every other why it is left out.
///
/// Changes make a session's point, and stay with what they need: the answers that their values came from, and the looks at
/// the records they changed. A session without changes is there for what it shows, and keeps the last form of each
/// question.
package struct StepSorting: Sendable {
    /// What becomes of each line, in order: nil for one that stays, else why it does not.
    package private(set) var reasons: [String?]
    /// The places of lines that look at a record which a line before them changed.
    private(set) var looksAtChange: Set<Int> = []

    private let steps: [SessionStep]
    private let trail: ValueTrail
    private var kinds: [LineKind] = []
    private var undone: Set<Int> = []

    /// The places of the lines that stay.
    package var kept: [Int] { reasons.indices.filter { reasons[$0] == nil } }

    init(_ steps: [SessionStep], _ trail: ValueTrail, keepsFailed: Bool, keepsLooking: Bool) {
        self.steps = steps
        self.trail = trail
        reasons = []
        for step in steps {
            let kind = LineKind(step, keepsFailed: keepsFailed)
            kinds.append(kind)
            reasons.append(kind.reason ?? (keepsLooking && kind.mayStay ? nil : "looks around"))
        }
        takeBackUndone()
        let changes = kinds.indices.filter { kinds[$0] == .change && !undone.contains($0) }
        for place in changes { reasons[place] = keepsFailed ? nil : mended(place, changes) }
        if changes.isEmpty, !keepsLooking { keepQuestions() } else { keepLooksAtChanges(keepsLooking) }
        if !keepsFailed, !keepsLooking { leaveOutMistyped() }
        leaveOutRepeats()
        keepWhatIsNeeded()
    }

    /// `undo --run` and the change before it, which never lasted.
    private mutating func takeBackUndone() {
        for place in steps.indices where kinds[place] == .undo {
            let change = steps.indices.prefix(place).last { kinds[$0] == .change && !undone.contains($0) }
            guard let change else { continue }
            undone.insert(change)
            reasons[change] = "line \(steps[place].number) takes it back"
            reasons[place] = "takes line \(steps[change].number) back"
        }
    }

    /// Why a change is left out that set what is no choice, and was made again with what is one; nil when it stays.
    private func mended(_ place: Int, _ changes: [Int]) -> String? {
        guard steps[place].errors.contains(" has no choice "), let own = steps[place].arguments else { return nil }
        let fields = Set(own.assignments.map(\.name)), records = ChangedNames.named(in: steps[place])
        let later = changes.first { later in
            guard later > place, let other = steps[later].arguments, other.command == own.command else {
                return false
            }
            return !records.isEmpty && records == ChangedNames.named(in: steps[later])
                && fields.isSubset(of: other.assignments.map(\.name))
        }
        return later.map { "line \(steps[$0].number) sets it right" }
    }

    /// Questions about columns that are not there.
    private mutating func leaveOutMistyped() {
        for place in steps.indices where kinds[place] == .question && reasons[place] == nil {
            guard steps[place].errors.contains(" has no column ") else { continue }
            reasons[place] = "names a column that is not there"
            looksAtChange.remove(place)
        }
    }

    private mutating func keepLooksAtChanges(_ keepsOthers: Bool) {
        var changed: Set<String> = []
        for place in steps.indices {
            if kinds[place] == .change, reasons[place] == nil {
                changed.formUnion(ChangedNames.of(steps[place]))
            } else if kinds[place] == .question, !changed.isDisjoint(with: ChangedNames.named(in: steps[place])) {
                reasons[place] = nil
                looksAtChange.insert(place)
            } else if kinds[place] == .question, !keepsOthers {
                reasons[place] = "nothing that stays uses its answer"
            }
        }
    }

    /// Without changes each question stays in the form in which it was asked last.
    private mutating func keepQuestions() {
        var last: [String: Int] = [:]
        for place in steps.indices.reversed() where kinds[place] == .question {
            let subject = LineKind.subject(of: steps[place])
            if let later = last[subject] {
                reasons[place] = "line \(steps[later].number) asks again"
            } else {
                last[subject] = place
                reasons[place] = nil
            }
        }
        for place in steps.indices where kinds[place] == .walk { reasons[place] = nil }
    }

    /// The same question again, with no change in between.
    private mutating func leaveOutRepeats() {
        var asked: [String: Int] = [:]
        for place in steps.indices where reasons[place] == nil {
            if kinds[place] == .change { asked = [:] }
            guard kinds[place] == .question || kinds[place] == .look else { continue }
            if let first = asked[steps[place].line] {
                reasons[place] = "the same as line \(steps[first].number)"
                looksAtChange.remove(place)
            } else {
                asked[steps[place].line] = place
            }
        }
    }

    /// What a line that stays takes its values from stays as well, and so does the way to the page that it is about.
    private mutating func keepWhatIsNeeded() {
        var open = kept
        while let place = open.popLast() {
            var needed = trail.variableSources[place].union(trail.uses[place].map(\.source))
            if kinds[place] == .walk || LineKind.isOnPage(steps[place]) { needed.formUnion(walk(before: place)) }
            for source in needed where reasons[source] != nil && steps[source].status == 0 {
                reasons[source] = nil
                open.append(source)
            }
        }
    }

    /// The walk from the last `page open` to a line.
    private func walk(before place: Int) -> Set<Int> {
        guard steps[place].arguments?.command != .pageOpen else { return [] }
        var needed: Set<Int> = []
        for earlier in steps.indices.prefix(place).reversed() where kinds[earlier] == .walk {
            guard steps[earlier].status == 0 else { continue }
            needed.insert(earlier)
            if steps[earlier].arguments?.command == .pageOpen { break }
        }
        return needed
    }
}

/// What names the records that a change wrote.
enum ChangedNames {
    /// Numbers and sys_ids of what a change answered with, and of what it was about.
    static func of(_ step: SessionStep) -> Set<String> {
        var names = named(in: step)
        for path in [".number", ".sys_id", ".result.number", ".result.sys_id"] {
            if let value = step.value, let path = try? FieldPath(path), let text = try? path.text(in: value),
                !text.isEmpty
            {
                names.insert(text)
            }
        }
        return names
    }

    /// Those that a line names, by themselves or by variables.
    static func named(in step: SessionStep) -> Set<String> {
        var line = step.line
        for (name, value) in step.variables { line = line.replacing("{{\(name)}}", with: value) }
        return Set(SaidValues.all(in: line).filter { $0.form == .number || $0.form == .sysID }.map(\.text))
    }
}

extension String {
    /// The text with every occurrence of another replaced.
    func replacing(_ part: String, with other: String) -> String {
        guard !part.isEmpty else { return self }
        var text = "", rest = self[...]
        while let place = rest.firstRange(of: part) {
            text += rest[..<place.lowerBound] + other
            rest = rest[place.upperBound...]
        }
        return text + rest
    }
}
