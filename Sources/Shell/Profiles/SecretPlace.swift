/// Where the secret of a sign-in comes from: a password, a key, a client's secret. It is no secret itself.
package enum SecretPlace: Sendable, Hashable {
    /// A prompt without echo.
    case ask
    /// The desktop's keyring.
    case keyring
    /// An environment variable of that name.
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
        case ("command", let line?) where line.utf8.contains { $0 != .space }: self = .command(line)
        case ("fd", let number?):
            guard let descriptor = Int32(number), (0...1023).contains(descriptor) else { return nil }
            self = .descriptor(descriptor)
        default: return nil
        }
    }

    /// As it is typed.
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
