/// What is known of the types of arguments on an instance. A variable may stand for a value only where its declared type
/// fits: where it does not, an instance answers with an error that it would not give for the value itself.
enum GraphQLArgumentType {
    /// What stands under a root is known by the root's name.
    enum Root {
        case records, aggregates, changes, other

        /// The root that a field of the outermost level opens.
        init(field: String) {
            switch field {
            case "GlideRecord_Query": self = .records
            case "GlideAggregateRecord_Query": self = .aggregates
            case "GlideRecord_Mutation": self = .changes
            default: self = .other
            }
        }
    }

    /// The type of the argument of that name; nil when it is not known.
    static func type(of argument: String, under root: Root) -> String? {
        switch (root, argument) {
        case (.changes, _): "String"
        case (.records, "queryConditions"), (.records, "sys_id"), (.aggregates, "queryConditions"): "String"
        case (.records, "omitCount"): "Boolean"
        case (.records, "pagination"): pagination
        case (.aggregates, "tableName"): "String!"
        case (.aggregates, "groupBy"): "[String]"
        default: nil
        }
    }

    /// The type of a member of an object of that type.
    static func type(of member: String, in object: String?) -> String? {
        object == pagination && (member == "limit" || member == "offset") ? "Int" : nil
    }

    /// The type of a list's elements.
    static func element(of list: String?) -> String? {
        guard let list, list.hasPrefix("["), list.hasSuffix("]") else { return nil }
        return String(list.dropFirst().dropLast())
    }

    /// Whether a variable of the declared type may stand where the known type is asked for (specification section 5.8.5).
    static func fits(_ declared: String, hasDefault: Bool, into known: String) -> Bool {
        if known.hasSuffix("!"), !declared.hasSuffix("!"), !hasDefault { return false }
        return declared.utf8.filter { $0 != UInt8(ascii: "!") }.elementsEqual(
            known.utf8.filter { $0 != UInt8(ascii: "!") })
    }

    private static let pagination = "Glide_PaginationInputType"
}
