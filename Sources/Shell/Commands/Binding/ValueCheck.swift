/// Says what is wrong with a value before anything is sent.
enum ValueCheck {
    struct Mistake {
        let message: String
        let span: Range<Int>
        var hints: [String] = []
    }

    static func mistake(in value: BoundValue, _ kind: ValueKind) -> Mistake? {
        let text = value.text
        switch kind {
        case .query, .assignment, .tableCommand: return nil
        case .table:
            guard !FieldList.isName(text) else { return nil }
            return Mistake(
                message: "This cannot be a table's name: one holds letters, digits and _ only.", span: value.span)
        case .fields, .ordering: return fields(value, mayDescend: kind == .ordering)
        case .number(let range):
            if kind.accepts(text) { return nil }
            let bounds =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            return Mistake(message: "This must be a whole number, \(bounds).", span: value.span)
        case .size:
            guard !kind.accepts(text) else { return nil }
            return Mistake(message: "This must be a size in bytes, such as 512k, 64m or 1g.", span: value.span)
        case .choice(let words):
            guard !kind.accepts(text) else { return nil }
            return Mistake(
                message: "This must be \(Phrase.listed(words, joinedBy: "or")).", span: value.span,
                hints: DidYouMean.hints(for: text, among: words))
        case .method:
            guard !kind.accepts(text) else { return nil }
            let words = RestRequest.methods
            return Mistake(
                message: "This must be \(Phrase.listed(words, joinedBy: "or")).", span: value.span,
                hints: DidYouMean.hints(for: text, among: words))
        case .parameter, .variable:
            guard !text.utf8.contains(.equals) || text.utf8.first == .equals else { return nil }
            return Mistake(message: "This is not of the form NAME=VALUE.", span: value.span)
        case .header:
            return RestHeader.mistake(in: text).map { Mistake(message: $0.message, span: value.span, hints: $0.hints) }
        case .mediaType:
            guard !kind.accepts(text) else { return nil }
            return Mistake(message: "This must be a media type, such as text/plain.", span: value.span)
        case .path, .record, .task, .file, .cassette, .instance, .profile, .topic, .setting, .document, .operation,
            .word:
            guard text.isEmpty else { return nil }
            return Mistake(message: "This \(kind.placeholder) is empty.", span: value.span)
        }
    }

    private static func fields(_ value: BoundValue, mayDescend: Bool) -> Mistake? {
        let names = FieldList.names(in: value.text)
        if names.isEmpty { return Mistake(message: "This list of fields is empty.", span: value.span) }
        for (name, span) in names {
            let column = mayDescend && name.utf8.first == .dash ? name.dropFirst() : name[...]
            if column.isEmpty {
                let comma = max(span.lowerBound - 1, 0)
                return Mistake(message: "A field's name is missing here.", span: value.span(of: comma..<comma + 1))
            }
            if !FieldList.isColumn(column) {
                return Mistake(
                    message:
                        "\(name) cannot be a field: a name holds letters, digits and _, with dots between the steps of a walk.",
                    span: value.span(of: span))
            }
        }
        return nil
    }

    /// Looks at an assignment.
    static func mistake(
        inName name: String, at span: Range<Int>, value: BoundValue, _ named: ValueKind.AssignedName
    ) -> Mistake? {
        switch named {
        case .member: return nil
        case .field:
            if FieldList.isName(name) { return nil }
            guard FieldList.isColumn(name), let field = name.split(separator: ".").last else {
                return Mistake(
                    message: "\(name) cannot be a field: a name holds letters, digits and _ only.", span: span)
            }
            return Mistake(
                message: "\(name) belongs to another record, which is changed by itself.", span: span,
                hints: ["table update TABLE RECORD \(field)=VALUE"])
        case .setting:
            if let setting = SettingTable.named(name) { return mistake(in: value, setting.value) }
            let typed = Array(name.utf8)
            let near = SettingTable.all.map(\.name).filter {
                DidYouMean.distance(typed, Array($0.utf8), atMost: max(1, typed.count / 4)) != nil
            }
            if let meant = near.first {
                return Mistake(
                    message: "There is no setting \(name), and a variable of that name would look like one.",
                    span: span,
                    hints: ["Did you mean \(meant)?"])
            }
            guard VariableName.isValid(name) else {
                return Mistake(
                    message:
                        "\(name) cannot name a variable: a name begins with a letter and holds letters, digits, _ and - only.",
                    span: span)
            }
            return nil
        }
    }
}
