import NowSDK

/// Validates values before anything is sent.
enum ValueCheck {
    struct InvalidValue {
        let message: String
        let span: Range<Int>
        var hints: [String] = []
        /// A suggested correction.
        var near: String?
    }

    /// - Parameter name: the argument's, flag's or setting's name.
    static func invalidValue(in value: BoundValue, _ kind: ValueKind, of name: String) -> InvalidValue? {
        let text = value.text
        switch kind {
        case .query, .assignment, .tableCommand, .command, .commandLine: return nil
        case .table:
            guard !FieldList.isName(text) else { return nil }
            return InvalidValue(
                message: "Invalid table name: use letters, digits and _ only.", span: value.span)
        case .fields, .ordering: return fields(value, mayDescend: kind == .ordering)
        case .number(let range):
            if kind.accepts(text) { return nil }
            let bounds =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            return InvalidValue(message: "This must be a whole number, \(bounds).", span: value.span)
        case .size:
            guard !kind.accepts(text) else { return nil }
            return InvalidValue(message: "This must be a size in bytes, such as 512k, 64m or 1g.", span: value.span)
        case .choice(let words): return choice(value, name, of: words)
        case .signInKind: return choice(value, name, of: SignInKind.allCases.map(\.rawValue))
        case .user: return user(value)
        case .secretPlace: return place(value)
        case .method: return kind.accepts(text) ? nil : choice(value, name, of: RestRequest.methods)
        case .parameter, .variable:
            guard !text.utf8.contains(.equals) || text.utf8.first == .equals else { return nil }
            return InvalidValue(message: "This is not of the form NAME=VALUE.", span: value.span)
        case .header:
            return RestHeader.validationError(in: text).map {
                InvalidValue(message: $0.message, span: value.span, hints: $0.hints)
            }
        case .mediaType:
            guard !kind.accepts(text) else { return nil }
            return InvalidValue(message: "This must be a media type, such as text/plain.", span: value.span)
        case .link:
            guard !kind.accepts(text) else { return nil }
            return InvalidValue(
                message: "This must be the number of a link, as page links shows it.", span: value.span)
        case .page, .form, .path, .record, .task, .file, .newFile, .cassette, .recipe, .instance,
            .profile, .topic, .setting, .theme, .document, .operation, .word, .alias, .zone:
            guard text.isEmpty else { return nil }
            return InvalidValue(message: "This \(kind.placeholder) is empty.", span: value.span)
        }
    }

    private static func choice(_ value: BoundValue, _ name: String, of words: [String]) -> InvalidValue? {
        guard !words.contains(value.text) else { return nil }
        // The flag's name describes its value, unless it is a verb.
        let noun = name == "unset" ? "field" : name.lowercased()
        let choices = Phrase.listed(words, joinedBy: "or")
        return InvalidValue(
            message: "Unknown \(noun) '\(value.text)'. Choose \(choices).", span: value.span,
            hints: DidYouMean.hints(for: value.text, among: words),
            near: DidYouMean.nearest(to: value.text, among: words).first)
    }

    private static func user(_ value: BoundValue) -> InvalidValue? {
        guard !value.text.isEmpty else { return InvalidValue(message: "This NAME is empty.", span: value.span) }
        // RFC 7617: the first colon ends the user name. Other programs accept name:password.
        guard value.text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        return InvalidValue(
            message: "A user name cannot contain a colon, and passwords do not belong in a command line.",
            span: value.span,
            hints: ["--user NAME", SecretFlag.places])
    }

    /// The error for a text that is no source of a secret; nil for a source.
    private static func place(_ value: BoundValue) -> InvalidValue? {
        let text = value.text
        guard SecretPlace(text) == nil else { return nil }
        let hint =
            if text.hasPrefix("env:") {
                "env: goes with a variable's name: env:SNOW_PASSWORD"
            } else if text.hasPrefix("command:") {
                "command: goes with a line of the system's shell, in quotes: 'command:pass show dev1'"
            } else if text.hasPrefix("fd:") {
                "fd: goes with the number of an open file, 0 to 1023: fd:3"
            } else {
                DidYouMean.hints(for: text, among: SecretPlace.words).first ?? SecretFlag.explanation
            }
        return InvalidValue(
            message: "Unknown source of a secret; use ask, keyring, env:NAME, 'command:LINE' or fd:N.",
            span: value.span,
            hints: [hint])
    }

    private static func fields(_ value: BoundValue, mayDescend: Bool) -> InvalidValue? {
        let names = FieldList.names(in: value.text)
        if names.isEmpty { return InvalidValue(message: "This list of fields is empty.", span: value.span) }
        for (name, span) in names {
            let column = mayDescend && name.utf8.first == .dash ? name.dropFirst() : name[...]
            if column.isEmpty {
                let comma = max(span.lowerBound - 1, 0)
                return InvalidValue(message: "A field's name is missing here.", span: value.span(of: comma..<comma + 1))
            }
            if !FieldList.isColumn(column) {
                return InvalidValue(
                    message:
                        "\(name) is not a valid field name: use letters, digits and _, with dots between steps.",
                    span: value.span(of: span))
            }
        }
        return nil
    }

    static func invalidValue(
        inName name: String, at span: Range<Int>, value: BoundValue, _ named: ValueKind.AssignedName
    ) -> InvalidValue? {
        switch named {
        case .member, .formField: return nil
        case .field:
            if FieldList.isName(name) { return nil }
            guard FieldList.isColumn(name), let field = name.split(separator: ".").last else {
                return InvalidValue(
                    message: "\(name) is not a valid field name: use letters, digits and _ only.", span: span)
            }
            return InvalidValue(
                message: "\(name) belongs to another record; update that record instead.", span: span,
                hints: ["table update TABLE RECORD \(field)=VALUE"])
        case .setting:
            if let setting = SettingTable.named(name) { return invalidValue(in: value, setting.value, of: name) }
            let typed = Array(name.utf8)
            let near = SettingTable.all.map(\.name).filter {
                DidYouMean.distance(typed, Array($0.utf8), atMost: max(1, typed.count / 4)) != nil
            }
            if let meant = near.first {
                return InvalidValue(
                    message: "There is no setting \(name), and a variable of that name would look like one.",
                    span: span,
                    hints: ["Did you mean \(meant)?"])
            }
            guard VariableName.isValid(name) else {
                return InvalidValue(
                    message:
                        "\(name) is not a valid variable name: use a letter, then letters, digits, _ and - only.",
                    span: span)
            }
            return nil
        }
    }
}
