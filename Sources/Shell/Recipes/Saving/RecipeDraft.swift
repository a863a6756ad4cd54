import Notation

/// A recipe made from a session, as text, and what was decided on the way.
package struct RecipeDraft: Sendable {
    /// What a line became.
    package struct Line: Sendable {
        /// The command's number on the tape.
        package var number: Int64
        /// The line as it was typed.
        package var line: String
        /// Why it is left out; nil when it stays.
        package var reason: String?
    }

    /// The file.
    package private(set) var text = ""
    /// Every line of the session, in order.
    package private(set) var lines: [Line] = []
    /// Names of captures that were added.
    package private(set) var captures: [String] = []
    /// Its parameters.
    package private(set) var parameters: [RecipeParameter] = []
    /// How many things it expects, outputs included.
    package private(set) var expectations = 0
    /// The files that it reads: their names beside the recipe, and where the session read them.
    package private(set) var files: [(name: String, source: String)] = []
    /// What it declares to change.
    package private(set) var writes: [String] = []

    /// How many lines stay.
    package var kept: Int { lines.count { $0.reason == nil } }

    /// A draft.
    ///
    /// - Parameters:
    ///   - name: the recipe's name; its heading is made from it.
    ///   - keepsFailed: whether lines that failed stay, with the failure expected.
    ///   - keepsLooking: whether lines that only look around stay.
    package init(_ name: String, _ history: SessionHistory, keepsFailed: Bool = false, keepsLooking: Bool = false) {
        let trail = ValueTrail(history.steps)
        let sorting = StepSorting(history.steps, trail, keepsFailed: keepsFailed, keepsLooking: keepsLooking)
        lines = zip(history.steps, sorting.reasons).map { Line(number: $0.number, line: $0.line, reason: $1) }
        let kept = sorting.kept
        var taken = Set(history.variables.keys)
        for place in kept {
            taken.formUnion(history.steps[place].variables.keys)
            taken.formUnion(history.steps[place].invocation?.captures.map(\.name) ?? [])
        }
        var names = UniqueNames(taken)
        let captures = ProposedCaptures(history.steps, kept, trail, &names)
        let proposed = ProposedParameters(history, kept, trail, captures, &names)
        let expected = ProposedExpectations(history, sorting, captures, proposed)
        var writing = RecipeWriting(name, history, sorting, captures, proposed, expected)
        writing.write(&names)
        text = writing.text
        writes = writing.writes
        files = proposed.files + kept.flatMap { Self.read(by: history.steps[$0]) }.map { (name: $0, source: $0) }
        parameters = writing.parameters
        self.captures = kept.flatMap { captures.added[$0]?.map(\.name) ?? [] }
        expectations = kept.reduce(0) { count, place in
            count + (expected.lines[place]?.count ?? 0) + (expected.output[place] == nil ? 0 : 1)
        }
    }

    /// The files that a line names with `@`, and that lie below the working folder.
    private static func read(by step: SessionStep) -> [String] {
        guard let arguments = step.arguments else { return [] }
        let definition = arguments.command
        let named = definition.arguments.map(\.name) + definition.flags.map(\.name)
        let values = named.flatMap { arguments.given($0) } + arguments.assignments.map(\.value)
        return values.compactMap(\.fileName).filter { !$0.isEmpty && !$0.hasPrefix("/") && !$0.contains("..") }
    }
}
