import NowWeb
import Notation

/// Forms for tests.
enum FormSamples {
    static func field(_ name: String, _ kind: Form.Kind, _ change: (inout Form.Field) -> Void = { _ in }) -> Form.Field
    {
        var field = Form.Field(name, kind)
        change(&field)
        return field
    }

    static func choice(
        _ name: String, label: String, _ options: [(String, String)], selected: Set<String> = [], many: Bool = false
    ) -> Form.Field {
        field(name, .choice) {
            $0.label = label
            $0.allowsMany = many
            $0.options = options.map {
                Form.Option(value: $0.0, label: $0.1, isSelected: selected.contains($0.0), isDisabled: $0.1 == "Gone")
            }
        }
    }

    static func box(_ kind: Form.Kind, _ name: String, _ value: String, _ label: String, on: Bool = false) -> Form.Field
    {
        field(name, kind) {
            $0.value = value
            $0.label = label
            $0.isChecked = on
        }
    }

    static func button(_ kind: Form.Kind, _ name: String, _ value: String, _ label: String) -> Form.Field {
        field(name, kind) {
            $0.value = value
            $0.label = label
        }
    }

    /// A form with a field of every kind.
    static var everything: Form {
        var form = Form()
        form.method = "POST"
        form.action = "/incident.do"
        form.fields = [
            field("sysparm_ck", .hidden) { $0.value = "abc123" },
            field("number", .text(type: "text")) {
                $0.label = "Number"
                $0.value = "INC0010021"
                $0.isReadOnly = true
            },
            field("short_description", .text(type: "text")) {
                $0.label = "Short description *"
                $0.value = "my computer\r\n doesn't work"
                $0.isRequired = true
            },
            field("description", .area) {
                $0.label = "Description:"
                $0.value = "a\nb\r\nc\rd"
            },
            choice(
                "state", label: "State",
                [("1", "New"), ("2", "In Progress"), ("3", "2"), ("4", "Twice"), ("5", "Twice"), ("6", "Gone")],
                selected: ["2"]),
            choice(
                "watch", label: "Watch list", [("a", "Abel"), ("b", "Beth"), ("c", "Carl")], selected: ["a"], many: true
            ),
            box(.radio, "impact", "1", "High"), box(.radio, "impact", "3", "Low", on: true),
            field("knowledge", .hidden) { $0.value = "false" },
            box(.checkBox, "knowledge", "true", "Knowledge"),
            box(.checkBox, "tag", "red", "Red", on: true), box(.checkBox, "tag", "blue", "Blue"),
            field("secret", .password) { $0.label = "Password" },
            field("unused", .text(type: "text")) { $0.isDisabled = true },
            field("", .text(type: "text")) { $0.label = "Search" },
            field("file", .file) { $0.label = "Attachment" },
            button(.submit, "not_important", "sysverb_update", "Update"),
            button(.submit, "not_important", "sysverb_delete", "Delete"),
            button(.button, "", "calculate", "Calculate"),
        ]
        return form
    }

    static func assignments(_ texts: [String]) -> [FormAssignment] { texts.compactMap { FormAssignment($0) } }
}
