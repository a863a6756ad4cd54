import Notation
import Redactors

/// Where two GraphQL requests differ, by path: `field GlideRecord_Query.incident.number`,
/// `GlideRecord_Query.incident(pagination.limit)`.
struct GraphQLDifferences {
    private(set) var differences: [Mismatch.Difference] = []

    private static let maxListed = 50

    init(asked: [GraphQLOperation], recorded: [GraphQLOperation]) {
        let count = max(asked.count, recorded.count)
        for place in 0..<count {
            let prefix = count == 1 ? "" : "operation \(place + 1): "
            let found: Mismatch
            if place < asked.count, place < recorded.count {
                found = Self.mismatch(asked[place], recorded[place])
            } else {
                let recorded = recorded.dropFirst(place).first, asked = asked.dropFirst(place).first
                found = Mismatch("", [.init("all of it", recorded: recorded?.summary, asked: asked?.summary)])
            }
            differences += found.differences.prefix(Self.maxListed - differences.count).map { difference in
                .init(prefix + difference.place, recorded: difference.recorded, asked: difference.asked)
            }
        }
    }

    private static func mismatch(_ asked: GraphQLOperation, _ recorded: GraphQLOperation) -> Mismatch {
        guard let left = asked.canonicalOperation, let right = recorded.canonicalOperation else {
            return unread(asked, recorded)
        }
        guard
            var found = FieldDifferences.mismatch(
                "", asked: parts(of: left), recorded: parts(of: right),
                detail: { asked, recorded in
                    asked.name.hasSuffix("queryConditions)")
                        ? QueryMatcher.terms(asked: asked.value, recorded: recorded.value, at: asked.name) : nil
                })
        else {
            let isOrder = left.kind == .mutation && !left.text.isSame(as: right.text)
            let order = Mismatch.Difference("order of the changes", recorded: right.text, asked: left.text)
            return Mismatch("", isOrder ? [order] : [])
        }
        // A missing field tells of everything in it.
        let missing = found.differences.filter { $0.asked == nil || $0.recorded == nil }
            .filter { $0.place.hasPrefix("field ") }.map { String($0.place.dropFirst("field ".count)) }
        found.differences.removeAll { difference in
            let kind = ["field ", "directives of "].first { difference.place.hasPrefix($0) } ?? ""
            let path = difference.place.dropFirst(kind.count)
            return missing.contains { path.hasPrefix($0 + ".") || path.hasPrefix($0 + "(") }
        }
        return found
    }

    /// Compares text, name and variables if one of the two could not be parsed.
    private static func unread(_ asked: GraphQLOperation, _ recorded: GraphQLOperation) -> Mismatch {
        func parts(_ operation: GraphQLOperation) -> [RequestField] {
            [
                RequestField("document", GraphQLText.compact(operation.document)),
                RequestField("operation name", operation.name ?? ""),
            ]
        }
        var found = FieldDifferences.mismatch("", asked: parts(asked), recorded: parts(recorded)) ?? Mismatch("", [])
        found.differences += Mismatch.differences(asked: asked.variables, recorded: recorded.variables, at: "variables")
        return found
    }

    /// The fields, arguments and directives of an operation, sorted by path.
    private static func parts(of operation: GraphQL.CanonicalOperation) -> [RequestField] {
        var parts = [RequestField("kind of operation", operation.kind.rawValue)]
        if !operation.directives.isEmpty { parts.append(.init("directives of the operation", operation.directives)) }
        add(operation.selections, at: "", to: &parts)
        return parts.sorted(byName: \.name)
    }

    private static func add(
        _ selections: [GraphQL.CanonicalOperation.Selection], at path: String, to parts: inout [RequestField]
    ) {
        for selection in selections {
            let isFragment = selection.name.hasPrefix("... on ")
            let place = path + (isFragment ? "(" + selection.name.dropFirst(4) + ")" : selection.name)
            let kind = selection.field + (selection.selections == nil ? "" : "{}")
            parts.append(RequestField("field " + place, selection.text, normal: kind))
            if !selection.directives.isEmpty {
                parts.append(RequestField("directives of " + place, selection.directives))
            }
            for argument in selection.arguments { add(argument.value, at: place + "(" + argument.name, to: &parts) }
            add(selection.selections ?? [], at: place + ".", to: &parts)
        }
    }

    private static func add(
        _ input: GraphQL.CanonicalOperation.Input, at path: String, to parts: inout [RequestField]
    ) {
        switch input.kind {
        case .object(let members) where input.declared == nil:
            for member in members { add(member.value, at: path + "." + member.name, to: &parts) }
        case .list(let values) where input.declared == nil:
            for (place, value) in values.enumerated() { add(value, at: path + "[\(place)]", to: &parts) }
        case .query(let text) where input.declared == nil:
            parts.append(RequestField(path + ")", text, normal: input.text))
        default: parts.append(RequestField(path + ")", input.text))
        }
    }
}
