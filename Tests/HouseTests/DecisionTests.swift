import TestSupport
import Testing

/// Code decides by typed causes, never by the text of a message.
struct DecisionTests {
    /// Files that decode messages of other programs, and so may compare their text.
    static let decoders: Set<String> = [
        "TransportFailure.swift",  // failures as stored in tapes
        "InputFailure.swift",  // failed inputs as stored in tapes of earlier versions
        "ResponseParser.swift",  // errors of an instance's REST APIs and GraphQL
        "TrackerResponse.swift",  // errors of the Task Tracker API
        "SecretTool.swift",  // what secret-tool writes to standard error
    ]

    static let texts = ["message", "description", "said", "sentence", "detail", "explanation"]
    static let described = "String(describing:"
    static let questions = [".contains(", ".hasPrefix(", ".hasSuffix(", ".firstRange(", ".starts("]

    @Test func nothingDecidesByTheTextOfAMessage() throws {
        let wrong = try breaches(in: "Sources", matching: pattern(for: Self.texts + [Self.described])) { path, line in
            guard !Self.decoders.contains(path.split(separator: "/").last.map(String.init) ?? "") else { return nil }
            return Self.decides(line) ? "decides by the text of a message" : nil
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test(arguments: [
        ("if failure.message.contains(\"refused\") {", true), ("case .x where said.hasPrefix(\"The \"):", true),
        ("guard message?.hasSuffix(\"x\") ?? false", true), ("said.lowercased().contains(word)", true),
        ("if error.description == \"no\" {", true), ("message.hasSuffix(\".\") ? message : message + \".\"", false),
        ("if messages.contains(message) {", false), ("let text = failure.message", false),
        ("text.contains(\"x\")", false),
        // Comparisons with constants, variables and other messages, from both sides.
        ("failure.message == SignInInput.noCode", true), ("if known == failure.message, isOpen {", true),
        ("error.status == 403 && error.message == APIError.tableRefused.message", true),
        ("throw failure.message != existing.message ? a : b", true),
        ("guard texts[0] != error?.description else", true),
        ("let isOutside = failure.message == RecipeFolder.refusal(of: path)", true),
        ("switch failure.message {", true), ("switch error.description.lowercased() {", true),
        ("return String(describing: value) == \"none\" ? [] : nil", true),
        ("if known.firstIndex(of: failure.message) != nil {", true),
        ("if failure.message != nil, problem.detail == nil {", false), ("switch message {", true),
        ("$0.message.isEmpty && $0.count == message.count", false), ("case .message == kind", false),
    ])
    func decisionIsRecognized(line: String, isDecision: Bool) {
        expectEqual(Self.decides(line), isDecision)
    }

    /// A text counts as a message when its name says so. Checking for a final period is allowed.
    static func decides(_ line: some StringProtocol) -> Bool {
        let code = String(line).replacing(".lowercased()", with: "").replacing("?.", with: ".")
            .replacing(".hasSuffix(\".\")", with: "").replacing(described, with: "description(")
        return texts.contains { text in questions.contains { isUsed(text + $0, in: code) } }
            || code.firstRange(of: "Index(of: ").map { endsWithText(operand(in: code[$0.upperBound...])) } ?? false
            || isSwitched(code) || isCompared(code)
    }

    private static func isSwitched(_ code: String) -> Bool {
        guard let start = code.firstRange(of: "switch ")?.upperBound else { return false }
        return endsWithText(operand(in: code[start...]))
    }

    /// Whether one side of a comparison is a message, and the other not nil.
    private static func isCompared(_ code: String) -> Bool {
        [" == ", " != "].contains { sign in
            code.ranges(of: sign).contains { range in
                let after = operand(in: code[range.upperBound...])
                let before = operand(in: code[..<range.lowerBound].reversed(), opening: ")]", closing: "([")
                return after != "nil" && (endsWithText(String(before.reversed())) || endsWithText(after))
            }
        }
    }

    private static func endsWithText(_ expression: String) -> Bool {
        if expression.hasPrefix("description(") { return true }
        // Otherwise it is a case of an enumeration.
        guard !expression.hasPrefix("."), let last = expression.split(separator: ".").last else { return false }
        return texts.contains(String(last))
    }

    /// The expression at the start of a text, up to a blank or a sign outside parentheses.
    private static func operand(
        in text: some Sequence<Character>, opening: String = "([", closing: String = ")]"
    ) -> String {
        var depth = 0, found = ""
        for character in text {
            if opening.contains(character) { depth += 1 }
            if closing.contains(character) { depth -= 1 }
            if depth < 0 || depth == 0 && " ,{};!&|".contains(character) { break }
            found.append(character)
        }
        return found
    }

    private static func isUsed(_ use: String, in code: String) -> Bool {
        code.ranges(of: use).contains { range in
            guard let before = code[..<range.lowerBound].last else { return true }
            return !before.isLetter && !before.isNumber && before != "_"
        }
    }
}
