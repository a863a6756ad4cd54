/// Where the secret of a sign-in comes from: a password, a key, a client's secret. It is no secret itself.
package enum SecretPlace: Sendable, Hashable {
    case ask
    case keyring
    case variable(String)
    /// The first line that a command of the system's shell writes.
    case command(String)
    /// The first line that can be read from a file descriptor of this process.
    case descriptor(Int32)

    /// Reads `ask`, `keyring`, `env:NAME`, `command:LINE` and `fd:N`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count == 2 ? parts[1] : nil) {
        case ("ask", nil): self = .ask
        case ("keyring", nil): self = .keyring
        case ("env", let name?) where VariableName.isValid(name): self = .variable(name)
        case ("command", let line?) where Self.isLine(line): self = .command(line)
        case ("fd", let number?):
            guard let descriptor = Int32(number), (0...1023).contains(descriptor) else { return nil }
            self = .descriptor(descriptor)
        default: return nil
        }
    }

    static let words = ["ask", "keyring"]
    static let beginnings = ["env:", "command:", "fd:"]

    private static func isLine(_ text: String) -> Bool {
        text.utf8.contains { $0 != .space } && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    package var text: String {
        switch self {
        case .ask: "ask"
        case .keyring: "keyring"
        case .variable(let name): "env:" + name
        case .command(let line): "command:" + line
        case .descriptor(let number): "fd:\(number)"
        }
    }
}
