import Notation

/// Makes of what was given for a variable what its declaration asks for (GraphQL specification, sections 3.5 and 6.1.2).
struct GraphQLTypedValue {
    /// Why a value is none of the declared type.
    enum Mismatch: Error {
        /// It would have to be JSON and is none.
        case noJSON
        /// It is JSON of another type.
        case value(GraphQL.VariableValues.Mismatch)
    }

    /// What is known of types: those of the specification, and unless a document is to be sent as it is, those that every
    /// instance has. What a type that is not known holds is the instance's business.
    private let schema: any GraphQL.Schema

    /// - Parameter isChecked: whether values are held against an instance's own types too.
    init(isChecked: Bool) {
        schema =
            isChecked
            ? GraphQL.RecordSchema(tables: GraphQL.TableShapes([], allNames: nil), isWhole: false)
            : GraphQL.TypeList(query: "", types: [])
    }

    /// The value that was given, of the declared type; a JSON value stays as it is.
    func value(
        _ content: GraphQLGivenVariables.Content, as type: GraphQL.TypeReference
    ) throws(Mismatch) -> JSON {
        let json: JSON
        switch content {
        case .text(let text): json = try Self.json(text, as: type)
        case .json(let given): json = given
        }
        do throws(GraphQL.VariableValues.Mismatch) {
            _ = try GraphQL.VariableValues.coerce(json, to: type, in: schema)
        } catch {
            throw .value(error)
        }
        return json
    }

    /// String and ID take text as it is; numbers, true, false and null are taken for such where the type has them; lists
    /// and objects are JSON. A list takes one element without its brackets too.
    private static func json(_ text: String, as type: GraphQL.TypeReference) throws(Mismatch) -> JSON {
        switch type {
        case .nonNull(let inner): return try json(text, as: inner)
        case .list(let inner):
            if text == "null" { return .null }
            guard text.utf8.first(where: { !ASCII.isSpace($0) }) == .openBracket else {
                return .array([try json(text, as: inner)])
            }
            return try json(text)
        case .named(let name):
            switch name.text {
            case "String", "ID": return .string(text)
            case "Int", "Long", "Float", "Boolean", "Glide_Boolean": return (try? json(text)) ?? .string(text)
            default:
                // An enumeration's word, or an input object.
                let isWord = GraphQL.Name.isName(text) && !["true", "false", "null"].contains(text)
                return isWord ? .string(text) : try json(text)
            }
        }
    }

    private static func json(_ text: String) throws(Mismatch) -> JSON {
        do throws(JSONError) {
            return JSON(try JSONDocument(text).root)
        } catch {
            throw .noJSON
        }
    }
}

extension GraphQLTypedValue.Mismatch {
    /// What is said of a variable's value: `The value of $n is no whole number of 32 bits`.
    func sentence(about name: String) -> String {
        switch self {
        case .noJSON: "The value of $\(name) is no JSON"
        case .value(let mismatch):
            (mismatch.inside.isEmpty ? "The" : "\(mismatch.inside) in the") + " value of $\(name) "
                + Self.phrase(mismatch.fault)
        }
    }

    private static func phrase(_ fault: GraphQL.ValueFault) -> String {
        switch fault {
        case .null: "is null"
        case .notScalar("Int"), .outOfRange("Int"): "is no whole number of 32 bits"
        case .notScalar("Long"), .outOfRange("Long"): "is no whole number of 64 bits"
        case .notScalar("Float"): "is no number"
        case .notScalar("Boolean"), .notScalar("Glide_Boolean"): "is neither true nor false"
        case .notScalar("String"), .notScalar("ID"): "is no text"
        case .notScalar(let type): "is no \(type)"
        case .outOfRange(let type): "is more than \(type) holds"
        case .notEnum(let type): "is no word of \(type)"
        case .notObject(let type): "is no object, as \(type) is"
        case .missingField(let name, let type): "lacks \(name), which \(type) needs"
        case .unknownField(let name, let type): "has \(name), which \(type) does not"
        case .duplicateField(let name): "has \(name) twice"
        case .tooDeep: "is nested too deeply"
        }
    }
}
