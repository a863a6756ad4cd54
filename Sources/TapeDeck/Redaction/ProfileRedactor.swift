import Notation

/// The profile in a session's settings, which is a command line in JSON: `"profile":"profile add dev --from …"`.
struct ProfileRedactor: Redactor {
    static let name = CommandLineRedactor.name

    func finds(in bytes: [UInt8]) -> [Find] {
        guard let root = (try? JSONDocument(bytes))?.root, let line = root["profile"], line.kind == .string else {
            return []
        }
        return NestedText(line.source.dropFirst().dropLast(), .json).finds(by: CommandLineRedactor().finds)
    }
}
