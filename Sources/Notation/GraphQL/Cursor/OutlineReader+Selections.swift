extension GraphQL.OutlineReader {
    /// Inside `{ … }` of a field, an operation or a fragment.
    mutating func readInSelections(_ index: Int, _ kind: GraphQL.Token.Kind) {
        switch kind {
        case .name: nameInSelections(text(tokens[index]), index)
        case .spread:
            expectBraces(of: .inline(""))
            enter(.spread)
        case .punctuator(UInt8(ascii: "@")): enter(.at)
        case .punctuator(UInt8(ascii: ":")):
            if top.state == .field { enter(.alias) }
        case .punctuator(UInt8(ascii: "(")):
            if case .directive(let name) = top.state {
                enter(.ready)
                open(.arguments, of: .directive(name))
            } else if top.state == .field || top.state == .aliased, let owner {
                open(.arguments, of: owner)
            }
        case .punctuator(UInt8(ascii: "{")):
            let owner = owner ?? .none
            enter(.ready)
            expectBraces(of: nil)
            open(.selections, of: owner)
        default: break
        }
    }

    private mutating func nameInSelections(_ name: String, _ index: Int) {
        switch top.state {
        case .spread:
            if name == "on" { return enter(.on) }
            outline.spreads.append((name, top.frame))
            expectBraces(of: nil)
            enter(.ready)
        case .on:
            expectBraces(of: .inline(name))
            enter(.head)
        case .at: enter(.directive(name))
        case .alias:
            // The alias was taken for a field until its colon came. What has an alias may be selected again.
            outline.frames[top.frame].names.removeLast()
            field(name)
            enter(.aliased)
        default:
            outline.frames[top.frame].names.append((name, index))
            field(name)
        }
    }

    private mutating func field(_ name: String) {
        outline.fields.append(.init(name: name))
        expectBraces(of: .field(outline.fields.count - 1))
        enter(.field)
    }

    /// Inside the `( … )` of arguments and the objects and lists that are given to them.
    mutating func readInValues(_ index: Int, _ kind: GraphQL.Token.Kind) {
        let token = tokens[index]
        switch (kind, top.state) {
        case (.punctuator(UInt8(ascii: ":")), .name(let name)): enter(.colon(name))
        case (.punctuator(UInt8(ascii: "$")), .colon(let name)): enter(.dollar(name))
        case (.punctuator(UInt8(ascii: "$")), _): enter(.dollar(""))
        case (.punctuator(UInt8(ascii: "{")), let state):
            enter(.ready)
            open(.object, of: .value(name(of: state)))
        case (.punctuator(UInt8(ascii: "[")), let state):
            enter(.ready)
            open(.list, of: .value(name(of: state)))
        case (.name, .dollar(let name)):
            outline.usages.append(.init(variable: text(token), name: name, frame: top.frame))
            note(.variable(text(token)), as: name)
            enter(.ready)
        case (.name, .colon): enter(.ready)
        case (.name, _) where frame.kind != .list:
            outline.frames[top.frame].names.append((text(token), index))
            enter(.name(text(token)))
        case (.string, .colon(let name)), (.blockString, .colon(let name)):
            if let text = string(token) { note(.text(text), as: name) }
            enter(.ready)
        case (.int, .colon), (.float, .colon): enter(.ready)
        default: break
        }
    }

    private func name(of state: State) -> String {
        switch state {
        case .name(let name), .colon(let name), .dollar(let name): name
        default: ""
        }
    }

    /// Keeps what an argument of a field is given.
    private mutating func note(_ given: GraphQL.Outline.Given, as name: String) {
        guard frame.kind == .arguments, case .field(let field) = frame.owner else { return }
        outline.fields[field].given[name] = given
    }
}
