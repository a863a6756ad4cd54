import Notation

/// A JSON value as YAML, for values that nest a few levels.
enum YAMLTree {
    static func append(_ json: JSON, to out: inout ByteBuffer) { append(json, indent: 0, isInside: false, to: &out) }

    /// - Parameter isInside: whether something stands on the line already.
    private static func append(_ json: JSON, indent: Int, isInside: Bool, to out: inout ByteBuffer) {
        switch json {
        case .object(let members) where !members.isEmpty:
            for (number, member) in members.enumerated() {
                if number > 0 || !isInside { out.append(spaces: indent) }
                YAMLScalar.append(member.name, to: &out)
                out.append(":")
                appendValue(member.value, indent: indent + 2, to: &out)
            }
        case .array(let elements) where !elements.isEmpty:
            for (number, element) in elements.enumerated() {
                if number > 0 || !isInside { out.append(spaces: indent) }
                out.append("- ")
                append(element, indent: indent + 2, isInside: true, to: &out)
            }
        case .string(let text):
            if YAMLScalar.canStandInBlock(text) {
                YAMLScalar.appendBlock(text, indent: max(indent, 2), to: &out)
            } else {
                YAMLScalar.append(text, to: &out)
                out.append(0x0A)
            }
        case .object: out.append("{}\n")
        case .array: out.append("[]\n")
        case .null: out.append("null\n")
        case .bool, .number: out.append((json.scalarText ?? "") + "\n")
        }
    }

    private static func appendValue(_ value: JSON, indent: Int, to out: inout ByteBuffer) {
        switch value {
        case .object(let members) where !members.isEmpty: out.append(0x0A)
        case .array(let elements) where !elements.isEmpty: out.append(0x0A)
        default:
            out.append(0x20)
            return append(value, indent: indent, isInside: true, to: &out)
        }
        append(value, indent: indent, isInside: false, to: &out)
    }
}
