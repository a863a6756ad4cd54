/// Something that an instance gets wrong now and then, and a client must live through: switched on by name.
package struct Fault: Sendable, Hashable {
    /// What goes wrong.
    package let kind: FaultKind
    /// How often or how much; what it counts depends on the kind.
    package let number: Int?

    /// Reads `rate-limit=100`, `truncate`. Throws when there is no such fault, or not with this number.
    package init(_ text: String) throws(FaultError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts.first ?? ""
        guard let kind = FaultKind.allCases.first(where: { $0.rawValue == name }) else {
            throw .unknown(name)
        }
        self.kind = kind
        guard parts.count == 2 else {
            guard !kind.needsNumber else { throw .number(kind) }
            number = nil
            return
        }
        guard kind.placeholder != nil, let number = Int(parts[1]), (1...1_000_000).contains(number) else {
            throw .number(kind)
        }
        self.number = number
    }
}

/// Why a fault cannot be switched on.
package enum FaultError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no fault of that name.
    case unknown(String)
    /// The fault takes no number, or needs one from 1 to 1000000.
    case number(FaultKind)

    /// One sentence.
    package var description: String {
        switch self {
        case .unknown(let name): "There is no fault called \(name)."
        case .number(let kind) where kind.placeholder == nil: "The fault \(kind.rawValue) takes no number."
        case .number(let kind): "The fault \(kind.rawValue) takes a whole number from 1 to 1000000: \(kind.usage)."
        }
    }
}
