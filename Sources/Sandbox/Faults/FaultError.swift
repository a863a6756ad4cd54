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
