import Notation

extension FormFilling {
    /// The place of the option that a text names: by what it sends, else by what it shows, else by what it sends in
    /// other letters.
    static func option(
        _ text: String, called: String, of options: [(value: String, label: String, isDisabled: Bool)]
    ) throws(FormFailure) -> Int {
        let folded = FieldNames.folded(text)
        let tests: [(value: String, label: String, isDisabled: Bool)] = options
        let found =
            first(tests) { $0.value == text } ?? first(tests) { FieldNames.folded($0.label) == folded }
            ?? first(tests) { FieldNames.folded($0.value) == folded }
        guard let found, let place = found.first else {
            throw FormFailure(
                .unknownOption, called, value: text,
                others: options.lazy.filter { !$0.isDisabled }.map { $0.label.isEmpty ? $0.value : $0.label })
        }
        guard Set(found.map { options[$0].value }).count == 1 else {
            throw FormFailure(.ambiguousOption, called, value: text, others: found.map { options[$0].value })
        }
        guard let usable = found.first(where: { !options[$0].isDisabled }) else {
            throw FormFailure(.disabled, called, value: options[place].label)
        }
        return usable
    }

    /// The places of those that fit; nil when none does.
    private static func first(
        _ options: [(value: String, label: String, isDisabled: Bool)],
        where fits: ((value: String, label: String, isDisabled: Bool)) -> Bool
    ) -> [Int]? {
        let places = options.indices.filter { fits(options[$0]) }
        return places.isEmpty ? nil : places
    }

    /// Yes and no as people write them; nil for everything else.
    static func yesOrNo(_ text: String) -> Bool? {
        switch FieldNames.folded(text) {
        case "yes", "true", "on", "1": true
        case "no", "false", "off", "0": false
        default: nil
        }
    }

    /// Whether a field of that kind holds no line end.
    static func takesOneLine(_ kind: Form.Kind) -> Bool {
        switch kind {
        case .text, .password: true
        default: false
        }
    }
}
