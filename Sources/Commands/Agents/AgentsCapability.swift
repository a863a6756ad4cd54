package import Workbench

extension Capability {
    package static let agents = Capability("Agents", verbs: [.serveAgents])
}

extension Parameter {
    package static let agentWrites = Flag<Bool>("writes", "Let clients apply planned changes, as the guard allows")
    package static let answerRows = Flag<Int>(
        "rows", .number(1...10_000), fallback: "50", "Send at most this many records in an answer")
    package static let answerBytes = Flag<ByteSize>(
        "bytes", .size, fallback: "64k", "Send at most this many bytes of an answer")
}

extension Command {
    package static let serveAgents = Command(
        "serve mcp", flags: [.agentWrites, .answerRows, .answerBytes],
        traits: Traits(isRecorded: false, servesUntilEnded: true))
}
