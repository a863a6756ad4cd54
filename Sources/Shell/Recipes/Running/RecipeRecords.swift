import Notation

/// A command's answer as records.
extension RecipeRunner {
    /// The records of an answer: the elements of a list, or the one that it is.
    static func records(of value: JSON) -> [JSON] {
        switch value {
        case .array(let elements): elements
        case .null: []
        default: [value]
        }
    }

    /// How many records an answer holds; nil for one that is no record.
    static func count(_ value: JSON) -> Int? {
        switch value {
        case .array(let elements): elements.count
        case .object: 1
        default: nil
        }
    }

    /// A record's fields as variables: `row.number`, and `row.caller_id.email` for a dot-walk or an object.
    static func flattened(_ record: JSON, under name: String, depth: Int = 0) -> [String: String] {
        var variables = [name: record.plainText]
        guard depth < 4, case .object(let members) = record else { return variables }
        for member in members where !member.name.isEmpty {
            variables.merge(flattened(member.value, under: "\(name).\(member.name)", depth: depth + 1)) { first, _ in
                first
            }
        }
        return variables
    }
}
