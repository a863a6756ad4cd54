import NowData
import Notation

/// Decides which lines of a session a recipe keeps, and why the others are left out.
///
/// If a session changed records, the changes are kept, with the answers that their values came from and the lines that
/// show the changed records. Otherwise the last form of each query is kept.
struct StepSelection {
    /// Why each line is left out, in order; nil for a kept line.
    private(set) var reasons: [String?] = []
    /// The indices of lines that show a record that an earlier line changed.
    private(set) var changeQueries: Set<Int> = []

    private let history: SessionHistory
    private var steps: [SessionStep] { history.steps }
    private let trail: ValueTrace
    private let kinds: [LineKind]

    /// The indices of the kept lines.
    var kept: [Int] { reasons.indices.filter { reasons[$0] == nil } }

    init(_ history: SessionHistory, _ trail: ValueTrace, keepsFailed: Bool, keepsLooking: Bool) {
        self.history = history
        self.trail = trail
        kinds = history.steps.map { LineKind($0, keepsFailed: keepsFailed) }
        reasons = kinds.map { $0.reason ?? (keepsLooking ? nil : "looks around") }
        for place in places(of: .change) { reasons[place] = keepsFailed ? nil : corrected(place) }
        removeUndone()
        if places(of: .change).allSatisfy({ reasons[$0] != nil }), !keepsLooking {
            keepQuestions()
        } else {
            keepQueriesOfChanges(keepsLooking)
        }
        if !keepsFailed, !keepsLooking { removeMistyped() }
        removeRepeats()
        keepWhatIsNeeded()
    }

    private func places(of kind: LineKind) -> [Int] { kinds.indices.filter { kinds[$0] == kind } }

    /// Leaves out `undo --run` and the change that it reverted.
    private mutating func removeUndone() {
        var undone: Set<Int> = []
        for place in places(of: .undo) {
            guard let change = places(of: .change).last(where: { $0 < place && !undone.contains($0) }) else { continue }
            undone.insert(change)
            reasons[change] = "line \(steps[place].number) undoes it"
            reasons[place] = "undoes line \(steps[change].number)"
        }
    }

    /// Why a change with an invalid choice that was later corrected is left out; nil if it is kept.
    private func corrected(_ place: Int) -> String? {
        guard let own = steps[place].arguments, let table = own.string("table") else { return nil }
        let hasUnknownChoice = own.assignments.contains { assignment in
            guard let column = history.column(assignment.name, of: table), !assignment.value.text.isEmpty,
                case .noChoice = column.read(assignment.value.text)
            else { return false }
            return true
        }
        let records = steps[place].namedRecords
        let fields = own.assignments.map(\.name)
        guard hasUnknownChoice, !records.isEmpty else { return nil }
        let later = places(of: .change).first { later in
            guard later > place, let other = steps[later].arguments else { return false }
            return other.command == own.command && records == steps[later].namedRecords
                && Set(fields).isSubset(of: other.assignments.map(\.name))
        }
        return later.map { "line \(steps[$0].number) corrects it" }
    }

    /// Leaves out queries with columns that do not exist.
    private mutating func removeMistyped() {
        for place in places(of: .question) where reasons[place] == nil {
            guard let arguments = steps[place].arguments, let table = arguments.string("table"),
                let columns = history.columns[table]
            else { continue }
            let conditions = EncodedQuery(arguments.string("query") ?? "").groups.flatMap {
                $0.terms.flatMap(\.conditions)
            }
            let names = (arguments.list("fields") ?? []) + conditions.map(\.field)
            guard names.contains(where: { FieldList.isName($0) && columns[$0] == nil }) else { continue }
            reasons[place] = "names a column that does not exist"
            changeQueries.remove(place)
        }
    }

    private mutating func keepQueriesOfChanges(_ keepsOthers: Bool) {
        var changed: Set<String> = []
        for place in steps.indices {
            if kinds[place] == .change, reasons[place] == nil {
                changed.formUnion(steps[place].changedRecords)
            } else if kinds[place] == .question, !changed.isDisjoint(with: steps[place].namedRecords) {
                reasons[place] = nil
                changeQueries.insert(place)
            } else if kinds[place] == .question, !keepsOthers {
                reasons[place] = "no kept line uses its answer"
            }
        }
    }

    /// Without changes, each query is kept in its last form.
    private mutating func keepQuestions() {
        var last: [String: Int] = [:]
        for place in places(of: .question).reversed() {
            let arguments = steps[place].arguments
            let parts = ["table", "path", "record", "task"].map { arguments?.string($0) ?? "" }
            let subject = ([arguments?.command.name ?? ""] + parts).joined(separator: " ")
            reasons[place] = last[subject].map { "line \(steps[$0].number) repeats it" }
            if last[subject] == nil { last[subject] = place }
        }
        for place in places(of: .pageMove) { reasons[place] = nil }
    }

    /// Leaves out queries repeated without a change in between.
    private mutating func removeRepeats() {
        var asked: [String: Int] = [:]
        for place in steps.indices where reasons[place] == nil {
            if kinds[place] == .change { asked = [:] }
            guard kinds[place] == .question || kinds[place] == .look else { continue }
            if let first = asked[steps[place].line] {
                reasons[place] = "the same as line \(steps[first].number)"
                changeQueries.remove(place)
            } else {
                asked[steps[place].line] = place
            }
        }
    }

    /// Keeps the lines that kept lines take values from, and the navigation to a page they use.
    private mutating func keepWhatIsNeeded() {
        var open = kept
        while let place = open.popLast() {
            var needed = trail.variableSources[place].union(trail.uses[place].map(\.source))
            let isOnPage = steps[place].command?.traits.readsOpenPage ?? false
            if kinds[place] == .pageMove || isOnPage { needed.formUnion(moves(before: place)) }
            for source in needed where reasons[source] != nil && steps[source].status == 0 {
                reasons[source] = nil
                open.append(source)
            }
        }
    }

    /// The navigation from the last `page open` to a line.
    private func moves(before place: Int) -> Set<Int> {
        guard steps[place].command != .pageOpen else { return [] }
        var needed: Set<Int> = []
        for earlier in places(of: .pageMove).reversed() where earlier < place && steps[earlier].status == 0 {
            needed.insert(earlier)
            if steps[earlier].command == .pageOpen { break }
        }
        return needed
    }
}

/// The role of a session's line in a recipe.
enum LineKind: Hashable {
    case change
    case question
    case pageMove
    /// A line that explored: help, tables, columns, plans.
    case look
    /// `undo --run`.
    case undo
    /// A line that is not allowed in a recipe, and why.
    case never(String)

    init(_ step: SessionStep, keepsFailed: Bool) {
        guard let status = step.status else {
            self = .never("never finished")
            return
        }
        guard let arguments = step.arguments else {
            self = .never(step.invocation == nil ? "cannot be read" : "is not a command")
            return
        }
        let use = arguments.command.traits.inRecipes
        if status == Problem.Kind.interrupted.exitStatus {
            self = .never("was interrupted")
        } else if let reason = use.reason {
            self = arguments.command == .undo && arguments.flag("run") && status == 0 ? .undo : .never(reason)
        } else if status != 0 {
            self = keepsFailed ? .change : .never("failed (exit \(status))")
        } else if arguments.flag("plan") {
            self = .look
        } else if step.writes {
            self = .change
        } else {
            self = use == .inspection ? .look : use == .navigation ? .pageMove : .question
        }
    }

    /// Why it cannot be kept; nil if it can.
    var reason: String? {
        switch self {
        case .never(let reason): reason
        case .undo: "undoes a change"
        case .change, .question, .pageMove, .look: nil
        }
    }
}

extension Command.RecipeUse {
    /// Why `recipe save` leaves the command out; nil if it may keep it.
    fileprivate var reason: String? {
        switch self {
        case .unsaved(let reason), .never(let reason): reason
        case .step, .inspection, .navigation: nil
        }
    }
}
