import Notation

/// A value that was typed, with what it was typed as: a field's new value, the record a command is about, a condition.
struct TypedPlace: Hashable {
    /// What a value stands as.
    enum Role: Hashable {
        /// A field's new value.
        case field(table: String, name: String)
        /// The record that a command is about.
        case record(table: String)
        /// What a field is compared with.
        case condition(table: String, field: String, isAfter: Bool)
        /// A file that is read.
        case file
        /// A whole query.
        case query(table: String)
        /// Some part of a text.
        case part
    }

    let text: String
    /// In bytes of the line.
    let range: Range<Int>
    let role: Role

    /// The typed values of a line, whole ones before parts of others.
    static func all(in step: SessionStep) -> [TypedPlace] {
        guard let arguments = step.arguments else { return [] }
        var places = wholes(of: arguments)
        for value in SaidTexts(step).values where !places.contains(where: { $0.range == value.range }) {
            let inside = places.first { $0.range.contains(value.range.lowerBound) }
            // A number or a day that a sentence mentions belongs to the sentence.
            if case .field = inside?.role { continue }
            places.append(TypedPlace(text: value.text, range: value.range, role: .part))
        }
        return places
    }

    private static func wholes(of arguments: BoundArguments) -> [TypedPlace] {
        let table = arguments.string("table") ?? ""
        var places: [TypedPlace] = []
        func add(_ value: BoundValue, _ role: Role) {
            guard let text = value.word.literal, !text.isEmpty, let range = value.typedRange else { return }
            places.append(TypedPlace(text: text, range: range, role: role))
        }
        for argument in arguments.command.arguments {
            for value in arguments.given(argument.name) {
                switch argument.kind {
                case .record: add(value, .record(table: table))
                case .task: add(value, .record(table: "task"))
                case .file where arguments.command == .attachPut: add(value, .file)
                default: continue
                }
            }
        }
        if arguments.command.group == "table" {
            for assignment in arguments.assignments where !assignment.value.namesFile {
                add(assignment.value, .field(table: table, name: assignment.name))
            }
        }
        for flag in arguments.command.flags where flag.value == .query {
            for value in arguments.given(flag.name) {
                add(value, .query(table: table))
                places += conditions(of: value, table)
            }
        }
        return places
    }

    private static func conditions(of value: BoundValue, _ table: String) -> [TypedPlace] {
        guard let range = value.typedRange else { return [] }
        let bytes = Array(value.text.utf8)
        var places: [TypedPlace] = []
        for condition in EncodedQuery(value.text).groups.flatMap({ $0.terms.flatMap(\.conditions) }) {
            let count = condition.value.utf8.count
            guard count > 0, condition.span.upperBound <= bytes.count, condition.span.count > count else { continue }
            let start = condition.span.upperBound - count
            guard bytes[start..<condition.span.upperBound].elementsEqual(condition.value.utf8) else { continue }
            func add(_ text: String, at offset: Int) {
                let lower = range.lowerBound + start + offset
                let isAfter = condition.text.contains(">") || condition.text.contains("AFTER")
                let role = Role.condition(table: table, field: condition.field, isAfter: isAfter)
                places.append(TypedPlace(text: text, range: lower..<lower + text.utf8.count, role: role))
            }
            let inside = SaidValues.all(in: condition.value)
            if inside.isEmpty { add(condition.value, at: 0) }
            for found in inside { add(found.text, at: found.range.lowerBound) }
        }
        return places
    }
}
