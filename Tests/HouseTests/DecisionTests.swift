import Testing

/// Code decides by typed causes, never by the text of a message.
@Suite struct DecisionTests {
    /// Files that decode messages of other programs, and so may compare their text.
    static let decoders: Set<String> = [
        "TransportFailure.swift",  // failures as stored in tapes
        "ResponseParser.swift",  // errors of an instance's REST APIs
        "TrackerResponse.swift",  // errors of the Task Tracker API
        "GraphQLError.swift",  // errors of an instance's GraphQL
        "SecretTool.swift",  // what secret-tool writes to standard error
    ]

    static let texts = ["message", "description", "said", "sentence", "detail", "explanation"]
    static let questions = [".contains(", ".hasPrefix(", ".hasSuffix(", ".firstRange(", ".starts("]

    @Test func nothingDecidesByTheTextOfAMessage() throws {
        let wrong = try breaches(in: ["Sources"]) { path, line in
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
    ])
    func decisionIsRecognized(line: String, isDecision: Bool) {
        #expect(Self.decides(line) == isDecision)
    }

    /// A text counts as a message when its name says so. Checking for a final period is allowed.
    static func decides(_ line: some StringProtocol) -> Bool {
        let code = String(line).replacing(".lowercased()", with: "").replacing("?.", with: ".")
            .replacing(".hasSuffix(\".\")", with: "")
        return texts.contains { text in
            questions.contains { isUsed(text + $0, in: code) } || isUsed(text + " == \"", in: code)
        }
    }

    private static func isUsed(_ use: String, in code: String) -> Bool {
        code.ranges(of: use).contains { range in
            guard let before = code[..<range.lowerBound].last else { return true }
            return !before.isLetter && !before.isNumber && before != "_"
        }
    }
}
