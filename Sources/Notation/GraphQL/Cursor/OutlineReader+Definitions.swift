extension GraphQL.OutlineReader {
    mutating func readInDocument(_ index: Int, _ kind: GraphQL.Token.Kind) {
        switch kind {
        case .name: nameInDocument(text(tokens[index]))
        case .punctuator(UInt8(ascii: "@")): enter(.at)
        case .punctuator(UInt8(ascii: "(")):
            if case .directive(let name) = top.state {
                enter(.head)
                open(.arguments, of: .directive(name))
            } else if case .operation? = owner, let owner {
                enter(.head)
                open(.variables, of: owner)
            }
        case .punctuator(UInt8(ascii: "{")):
            let owner = owner ?? newOperation(.query)
            enter(.ready)
            expectBraces(of: nil)
            open(.selections, of: owner)
        default: break
        }
    }

    private mutating func newOperation(_ kind: GraphQL.OperationKind) -> GraphQL.Outline.Frame.Owner {
        outline.operations.append(.init(kind: kind))
        return .operation(outline.operations.count - 1)
    }

    private mutating func nameInDocument(_ name: String) {
        switch top.state {
        case .operation:
            outline.operations[outline.operations.count - 1].name = name
            enter(.head)
        case .fragment where name != "on":
            outline.fragments.append(.init(name: name))
            enter(.fragmentName)
        case .fragment, .fragmentName: enter(name == "on" ? .on : top.state)
        case .on:
            enter(.head)
            guard !outline.fragments.isEmpty else { return }
            outline.fragments[outline.fragments.count - 1].type = name
            expectBraces(of: .fragment(outline.fragments.count - 1))
        case .at: enter(.directive(name))
        default:
            if let kind = GraphQL.OperationKind(rawValue: name) {
                expectBraces(of: newOperation(kind))
                enter(.operation)
            } else if name == "fragment" {
                expectBraces(of: nil)
                enter(.fragment)
            }
        }
    }

    /// Inside `query (…)`.
    mutating func readInVariables(_ index: Int, _ kind: GraphQL.Token.Kind) {
        guard case .operation(let operation) = frame.owner else { return }
        let last = outline.operations[operation].variables.count - 1
        switch (kind, top.state) {
        case (.punctuator(UInt8(ascii: "$")), _): enter(.dollar(""))
        case (.punctuator(UInt8(ascii: ":")), .name): enter(.colon(":"))
        case (.punctuator(UInt8(ascii: "=")), _):
            if last >= 0 { outline.operations[operation].variables[last].hasDefault = true }
            enter(.colon("="))
        case (.punctuator(UInt8(ascii: "@")), _): enter(.at)
        case (.punctuator(UInt8(ascii: "(")), .directive(let name)):
            enter(.ready)
            open(.arguments, of: .directive(name))
        case (.punctuator(UInt8(ascii: "{")), .colon("=")), (.punctuator(UInt8(ascii: "[")), .colon("=")):
            enter(.ready)
            open(kind == .punctuator(UInt8(ascii: "{")) ? .object : .list, of: .value(""))
        case (.punctuator(UInt8(ascii: "[")), .colon(":")) where last >= 0:
            outline.operations[operation].variables[last].type += "["
        case (.punctuator(UInt8(ascii: "!")), .type) where last >= 0:
            outline.operations[operation].variables[last].type += "!"
        case (.punctuator(UInt8(ascii: "]")), .type) where last >= 0:
            outline.operations[operation].variables[last].type += "]"
        case (.name, .dollar):
            outline.operations[operation].variables.append(.init(name: text(tokens[index])))
            enter(.name(""))
        case (.name, .colon(":")) where last >= 0:
            outline.operations[operation].variables[last].type += text(tokens[index])
            enter(.type)
        case (.name, .at): enter(.directive(text(tokens[index])))
        case (.string, .colon("=")) where last >= 0:
            outline.operations[operation].variables[last].defaultText = string(tokens[index])
            enter(.ready)
        case (_, .colon("=")): enter(.ready)
        default: break
        }
    }

    /// What a string means; nil for one that is broken.
    func string(_ token: GraphQL.LooseToken) -> String? {
        guard token.isClosed else { return nil }
        if token.kind == .blockString { return GraphQL.StringReading.block(bytes, token.range) }
        return try? GraphQL.StringReading.string(bytes, token.range)
    }
}
