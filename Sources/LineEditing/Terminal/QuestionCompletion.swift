/// What Tab does at a question: it goes on to what all names that fit begin with, or shows them.
struct QuestionCompletion {
    /// What happens.
    enum Step: Equatable {
        /// The answer is this now.
        case text(String)
        /// Nothing is added; these lines are shown.
        case menu([String])
        case nothing
    }

    private let candidates: [Completions.Candidate]
    /// Whether there are no others: what some have in common is not what all have.
    private let isWhole: Bool

    init(_ candidates: [Completions.Candidate], isWhole: Bool = true) {
        // What cannot be typed cannot be completed to.
        self.candidates = candidates.filter { $0.text == TerminalScreen.harmless($0.text) }
        self.isWhole = isWhole
    }

    /// After what was typed; letters of either case fit.
    func after(_ typed: String) -> Step {
        let wanted = typed.lowercased()
        let fitting = candidates.filter { $0.text.lowercased().hasPrefix(wanted) }
        guard let first = fitting.first else { return .nothing }
        var common = Substring(first.text)
        for candidate in fitting.dropFirst() {
            common = common.prefix(zip(common, candidate.text).prefix { $0 == $1 }.count)
        }
        if isWhole, common.count > typed.count || fitting.count == 1 {
            return common == typed ? .nothing : .text(String(common))
        }
        let shown = fitting.prefix(Self.mostShown)
        let width = shown.map(\.text.count).max() ?? 0
        var lines = shown.map { candidate in
            let room = String(repeating: " ", count: width - candidate.text.count)
            let about = TerminalScreen.harmless(candidate.description)
            return "  " + candidate.text + (about.isEmpty ? "" : room + "  " + about)
        }
        if fitting.count > shown.count || !isWhole {
            lines.append(isWhole ? "  and \(fitting.count - shown.count) more" : "  …")
        }
        return .menu(lines)
    }

    private static let mostShown = 20
}
