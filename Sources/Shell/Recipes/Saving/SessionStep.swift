package import Notation

/// A line of a session with everything that came of it: what a recipe is made from.
package struct SessionStep: Sendable {
    /// A request of it, as the tape has it.
    package struct Request: Sendable, Hashable {
        /// The method that counts.
        package var method: String
        /// The path of its address, and the query behind it.
        package var target: String
        /// Whether it only reads.
        package var isSafe: Bool
        /// The status of its answer; nil when none came.
        package var status: Int?
        /// Its body as text; empty when it has none.
        package var body = ""

        /// A request.
        package init(method: String, target: String, isSafe: Bool, status: Int?, body: String = "") {
            self.method = method
            self.target = target
            self.isSafe = isSafe
            self.status = status
            self.body = body
        }
    }

    /// The command's number on the tape.
    package var number: Int64
    /// The line as the tape has it.
    package var line: String
    /// How it ended; nil when the program died under it.
    package var status: Int?
    /// What it wrote to standard output.
    package var output = ""
    /// What it wrote to standard error.
    package var errors = ""
    /// Its answer as a capture sees it; nil when it gives none.
    package var value: JSON?
    /// Its requests, without those for sign-in, schema and completion.
    package var requests: [Request] = []
    /// Whether settings of this sitting decided what it looked like; a recipe's lines run with the usual ones.
    package var hasOwnSettings = false
    /// The variables before it.
    package var variables: [String: String] = [:]

    /// A line and how it ended.
    package init(number: Int64, line: String, status: Int?) {
        self.number = number
        self.line = line
        self.status = status
    }

    /// The line as the parser reads it; nil when it cannot.
    package var invocation: Invocation? { try? Parser.parse(line) }

    /// The line's arguments with variables in place; nil when they do not fit the command.
    package var arguments: BoundArguments? {
        guard let invocation, !invocation.isEmpty, let match = try? CommandTable.match(invocation) else { return nil }
        return try? match.bind(in: line, variables: Expansion(variables))
    }

    /// Whether it changed something: an instance took an unsafe request.
    package var writes: Bool { requests.contains { !$0.isSafe && ($0.status.map { $0 < 400 } ?? false) } }
    /// The status of its last answer.
    package var lastStatus: Int? { requests.last?.status }
}
