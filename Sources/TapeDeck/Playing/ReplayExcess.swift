/// The limit that a replay exceeded.
package enum ReplayExcess: Sendable, Hashable {
    /// So many commands and requests.
    case steps(Int)
    /// So many bytes of memory.
    case memory(Int)

    var message: String {
        switch self {
        case .steps(let limit):
            "The replay was stopped: it took more than \(limit) commands and requests, the limit for this tape."
        case .memory(let limit):
            "The replay was stopped: it needed more than \(limit >> 20) MiB of memory, the limit for this tape."
        }
    }
}
