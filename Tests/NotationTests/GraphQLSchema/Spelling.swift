import Notation

/// One line for a finding, for tables of expectations: what is wrong, the text that is meant, the path.
func spell(_ finding: GraphQL.Finding, in text: String) -> String {
    let bytes = Array(text.utf8)
    let range = finding.place.range.clamped(to: 0..<bytes.count)
    let meant = String(decoding: bytes[range], as: UTF8.self).split(separator: "\n").first ?? ""
    let path = finding.path.joined(separator: "/")
    return "\(spell(finding.kind)) |\(meant)| \(path)"
}

/// What the table of findings says for a kind.
func spell(_ kind: GraphQL.Finding.Kind) -> String {
    switch kind {
    case .unknownField(let name, let type): "unknownField \(name) of \(type)"
    case .missingSelections(let field, let type): "missingSelections \(field): \(type.text)"
    case .needlessSelections(let field, let type): "needlessSelections \(field): \(type.text)"
    case .conflict(let name, .fields(let one, let other)): "conflict \(name): \(one), \(other)"
    case .conflict(let name, .arguments): "conflict \(name): arguments"
    case .unknownArgument(let name, let owner): "unknownArgument \(name) of \(spell(owner))"
    case .duplicateArgument(let name, let owner): "duplicateArgument \(name) of \(spell(owner))"
    case .missingArgument(let name, let type, let owner):
        "missingArgument \(name): \(type.text) of \(spell(owner))"
    case .nullArgument(let name, let type, let owner): "nullArgument \(name): \(type.text) of \(spell(owner))"
    case .wrongValue(_, let inside, let type, let fault, let owner):
        "wrongValue \(inside): \(type.text) of \(spell(owner)), \(spell(fault))"
    case .fragmentOnLeaf(let name, let type): "fragmentOnLeaf \(name ?? "-") on \(type)"
    case .impossibleSpread(let name, let type, let parent): "impossibleSpread \(name ?? "-") on \(type) in \(parent)"
    case .misplacedDirective(let name, let location): "misplacedDirective \(name) on \(location.rawValue)"
    case .duplicateDirective(let name, let location): "duplicateDirective \(name) on \(location.rawValue)"
    case .outputVariable(let name, let type): "outputVariable \(name): \(type.text)"
    case .wrongDefault(let name, let type, let fault): "wrongDefault \(name): \(type.text), \(spell(fault))"
    case .unknownVariable(let name, let operation): "unknownVariable \(name) in \(operation)"
    case .unusedVariable(let name, let operation): "unusedVariable \(name) in \(operation)"
    case .variableMismatch(let name, let type, let expected):
        "variableMismatch \(name): \(type.text), not \(expected.text)"
    case .missingVariable(let name, let type): "missingVariable \(name): \(type.text)"
    case .wrongVariable(let name, let type, let inside, let fault):
        "wrongVariable \(name)\(inside): \(type.text), \(spell(fault))"
    default: "\(kind)"
    }
}

private func spell(_ owner: GraphQL.Finding.Owner) -> String {
    switch owner {
    case .field(let name, let type): "\(type).\(name)"
    case .directive(let name): "@\(name)"
    }
}

/// What the table of findings says for a fault of a value.
func spell(_ fault: GraphQL.ValueFault) -> String {
    switch fault {
    case .null(let type): "null(\(type.text))"
    default: "\(fault)"
    }
}
