import Notation

/// A value that a field is given: of a literal or of a variable, with every variable inside put in.
indirect enum GraphQLInput: Hashable {
    case null
    /// Digits as they were written.
    case int(String)
    case float(String)
    case string(String)
    case boolean(Bool)
    case enumeration(String)
    case list([GraphQLInput])
    case object([String: GraphQLInput])

    /// The value of a literal. Nil for a variable that has no value, which counts as not given.
    init?(_ value: GraphQL.Value, _ variables: [String: GraphQLInput]) {
        switch value.kind {
        case .variable(let name):
            guard let known = variables[name] else { return nil }
            self = known
        case .int(let digits): self = .int(digits)
        case .float(let digits): self = .float(digits)
        case .string(let text): self = .string(text)
        case .boolean(let flag): self = .boolean(flag)
        case .null: self = .null
        case .enumeration(let word): self = .enumeration(word)
        case .list(let values): self = .list(values.map { GraphQLInput($0, variables) ?? .null })
        case .object(let fields):
            var members: [String: GraphQLInput] = [:]
            for field in fields { members[field.name.text] = GraphQLInput(field.value, variables) }
            self = .object(members)
        }
    }

    /// A variable's value, made into what its type needs before.
    init(_ value: JSON) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .boolean(flag)
        case .number(let text):
            let isWhole = text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
            self = isWhole ? .int(text) : .float(text)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .list(elements.map { GraphQLInput($0) })
        case .object(let members):
            self = .object(Dictionary(members.map { ($0.name, GraphQLInput($0.value)) }) { $1 })
        }
    }

    /// What a `String` or `ID` takes; an `ID` may be written as a number.
    func text(isID: Bool = false) -> String? {
        switch self {
        case .string(let text): text
        case .int(let digits) where isID: digits
        default: nil
        }
    }

    /// What an `Int` takes: 32 bits.
    var integer: Int? {
        guard case .int(let digits) = self else { return nil }
        return Int32(digits).map(Int.init)
    }

    var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
}
