/// How much is left of the record of a command that was interrupted, as it is played.
struct InterruptedRecord: Sendable {
    /// 128 and the number of SIGINT: the status of a command that was interrupted.
    static let exitStatus = 130

    /// Of standard output.
    private var bytes: Int
    private var requests: Int

    /// All of a record.
    init(bytes: Int, requests: Int) {
        self.bytes = bytes
        self.requests = requests
    }

    /// Takes so many bytes from it; false when it has no more.
    mutating func takes(_ count: Int) -> Bool {
        guard count <= bytes else { return false }
        bytes -= count
        return true
    }

    /// Takes a request from it; false when it has no more.
    mutating func takesRequest() -> Bool {
        guard requests > 0 else { return false }
        requests -= 1
        return true
    }
}
