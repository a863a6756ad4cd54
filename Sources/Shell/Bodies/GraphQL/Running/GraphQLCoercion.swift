import Notation

/// Makes of what was given for a variable what its declaration asks for (GraphQL specification, sections 3.5 and 6.1.2).
enum GraphQLCoercion {
    /// Why a value is none of the declared type: `is no whole number`, of the value.
    struct Mismatch: Error {
        let phrase: String

        init(_ phrase: String) { self.phrase = phrase }
    }

    /// The value that was given, of the declared type.
    static func value(
        _ content: GraphQLGivenVariables.Content, as type: GraphQL.TypeReference
    ) throws(Mismatch) -> JSON {
        switch content {
        case .text(let text): return try value(of: text, as: type)
        case .json(let json):
            try check(json, as: type)
            return json
        }
    }

    /// Text: String and ID take it as it is, numbers, true, false and null are taken for such where the type has them,
    /// lists and objects are JSON. A list takes one element without its brackets too.
    private static func value(of text: String, as type: GraphQL.TypeReference) throws(Mismatch) -> JSON {
        switch type {
        case .nonNull(let inner):
            let value = try value(of: text, as: inner)
            if value == .null { throw Mismatch("is null") }
            return value
        case .list(let inner):
            if text == "null" { return .null }
            guard text.utf8.first(where: { !ASCII.isSpace($0) }) == .openBracket else {
                return .array([try value(of: text, as: inner)])
            }
            let list = try json(text)
            try check(list, as: type)
            return list
        case .named(let name):
            return try scalar(text, name.text)
        }
    }

    private static func scalar(_ text: String, _ type: String) throws(Mismatch) -> JSON {
        if type == "String" || type == "ID" { return .string(text) }
        if text == "null" { return .null }
        switch type {
        case "Int":
            guard isInt(text) else { throw Mismatch("is no whole number of 32 bits") }
            return .number(text)
        case "Float":
            guard isNumber(text) else { throw Mismatch("is no number") }
            return .number(text)
        case "Boolean":
            guard text == "true" || text == "false" else {
                throw Mismatch("is neither true nor false")
            }
            return .bool(text == "true")
        default:
            // An enumeration's word, or an input object.
            if text == "true" || text == "false" { return .bool(text == "true") }
            return GraphQL.Name.isName(text) ? .string(text) : try json(text)
        }
    }

    private static func json(_ text: String) throws(Mismatch) -> JSON {
        do throws(JSONError) {
            return JSON(try JSONDocument(text).root)
        } catch {
            throw Mismatch("is no JSON")
        }
    }

    /// A JSON value as it is: a type of the specification must fit, what an instance's own types hold is its business.
    private static func check(_ json: JSON, as type: GraphQL.TypeReference) throws(Mismatch) {
        switch type {
        case .nonNull(let inner):
            if json == .null { throw Mismatch("is null") }
            try check(json, as: inner)
        case .list(let inner):
            guard case .array(let elements) = json else {
                if json != .null { try check(json, as: inner) }
                return
            }
            for element in elements { try check(element, as: inner) }
        case .named(let name):
            if json != .null, let wanted = mismatch(json, name.text) {
                throw Mismatch("is \(wanted)")
            }
        }
    }

    private static func mismatch(_ json: JSON, _ type: String) -> String? {
        switch (type, json) {
        case ("String", .string), ("ID", .string), ("Float", .number), ("Boolean", .bool): nil
        case ("Int", .number(let digits)), ("ID", .number(let digits)):
            isInt(digits) ? nil : "no whole number of 32 bits"
        case ("String", _), ("ID", _): "no text"
        case ("Int", _), ("Float", _): "no number"
        case ("Boolean", _): "neither true nor false"
        default: nil
        }
    }

    private static func isInt(_ text: String) -> Bool {
        isNumber(text) && text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == .dash } && Int32(text) != nil
    }

    private static func isNumber(_ text: String) -> Bool {
        (try? JSONDocument(text))?.root.number == text
    }
}
