extension GraphQL {
    /// What is known of something that is asked for by name.
    package enum Knowledge<Known: Sendable>: Sendable {
        /// It exists, and this is it.
        case known(Known)
        /// It is known not to exist.
        case absent
        /// Nobody has asked yet, so it may exist; nothing is wrong with it.
        case notYet

        /// What is known; nil when it is absent or not known yet.
        package var value: Known? { if case .known(let value) = self { value } else { nil } }

        /// Whether it is known not to exist.
        package var isAbsent: Bool { if case .absent = self { true } else { false } }

        /// The same state, of what is made from what is known.
        package func map<Other: Sendable>(_ make: (Known) -> Other) -> Knowledge<Other> {
            switch self {
            case .known(let value): .known(make(value))
            case .absent: .absent
            case .notYet: .notYet
            }
        }
    }
}

extension GraphQL.Knowledge: Equatable where Known: Equatable {}
extension GraphQL.Knowledge: Hashable where Known: Hashable {}
