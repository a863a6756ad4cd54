import Notation

/// A page as an object for programs: `address`, `title`, `text`, `links`, `forms`, `cuts` and other properties.
enum PageObject {
    static func json(of view: PageView) -> JSON {
        let document = view.document
        var members: [JSON.Member] = [
            .init("address", .string(view.address)),
            .init("title", .string(document.title)),
        ]
        if let language = document.language { members.append(.init("language", .string(language))) }
        if let name = document.formName { members.append(.init("form_name", .string(name))) }
        if let refresh = document.refresh {
            members.append(
                .init("refresh", ["seconds": .number(String(refresh.seconds)), "address": .string(refresh.target)]))
        }
        members.append(.init("text", .string(text(of: document))))
        members.append(
            .init(
                "links",
                .array(
                    document.links.enumerated().map { number, link in
                        [
                            "number": .number(String(number + 1)), "text": .string(link.text),
                            "address": .string(link.target),
                        ]
                    })))
        members.append(.init("forms", .array(document.forms.map(json))))
        members.append(.init("cuts", .array(document.cuts.map { .string(PageText.label(PageRemarks.sentence($0))) })))
        return .object(members)
    }

    static func text(of document: Document) -> String {
        var layout = PageLayout(document.blocks, width: 1 << 20, parts: PageParts(document), isNatural: true)
        var text = ""
        while let lines = layout.next() {
            for line in lines {
                for span in line.spans { text += span.text }
                text += "\n"
            }
        }
        return text
    }

    private static func json(of form: Form) -> JSON {
        .object([
            .init("name", form.name.map { .string($0) } ?? .null), .init("method", .string(form.method)),
            .init("action", form.action.map { .string($0) } ?? .null),
            .init("encoding", .string(form.encoding.rawValue)),
            .init("fields", .array(form.fields.map(json))),
        ])
    }

    private static func json(of field: Form.Field) -> JSON {
        // A password in a page is never shown.
        let value: JSON = field.kind == .password && !field.value.isEmpty ? .null : .string(field.value)
        var members: [JSON.Member] = [
            .init("name", .string(field.name)), .init("kind", .string(field.kind.name)),
            .init("label", .string(field.label)), .init("value", value),
        ]
        switch field.kind {
        case .checkBox, .radio: members.append(.init("checked", .bool(field.isChecked)))
        case .choice:
            members.append(.init("many", .bool(field.allowsMany)))
            members.append(.init("options", .array(field.options.map(json))))
        default: break
        }
        for (name, flag) in [
            ("read_only", field.isReadOnly), ("disabled", field.isDisabled), ("required", field.isRequired),
        ] where flag { members.append(.init(name, true)) }
        return .object(members)
    }

    private static func json(of option: Form.Option) -> JSON {
        var members: [JSON.Member] = [.init("value", .string(option.value)), .init("label", .string(option.label))]
        if option.isSelected { members.append(.init("selected", true)) }
        if option.isDisabled { members.append(.init("disabled", true)) }
        return .object(members)
    }
}
