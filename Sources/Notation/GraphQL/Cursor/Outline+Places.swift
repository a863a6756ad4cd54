extension GraphQL.Outline {
    /// What may stand in a frame behind what was read last.
    ///
    /// - Parameter named: the token at the cursor, whose name does not count.
    func place(
        _ state: GraphQL.OutlineReader.State, in frame: Int, except named: Int?
    ) -> GraphQL.Cursor.Place {
        let names = frames[frame].names.filter { $0.token != named }.map(\.text)
        if state == .at { return .directive(ofSelection: frames[frame].kind == .selections) }
        switch frames[frame].kind {
        case .document:
            switch state {
            case .ready: return .definition
            case .fragmentName: return .on
            case .on: return .typeCondition
            default: return .nothing
            }
        case .selections:
            switch state {
            case .spread: return .spread
            case .on: return .typeCondition
            case .head: return .nothing
            case .alias: return .selection(selected: [])
            default: return .selection(selected: names)
            }
        case .variables:
            switch state {
            case .dollar: return .variable
            case .colon(":"): return .type
            case .colon: return valuePlace("", in: frame).map { .value(of: $0) } ?? .nothing
            default: return .nothing
            }
        case .arguments, .object, .list: return valuePlace(state, in: frame, names)
        }
    }

    private func valuePlace(
        _ state: GraphQL.OutlineReader.State, in frame: Int, _ names: [String]
    ) -> GraphQL.Cursor.Place {
        switch state {
        case .colon(let name), .dollar(let name):
            return valuePlace(name, in: frame).map { .value(of: $0) } ?? .nothing
        case .ready where frames[frame].kind == .list:
            return valuePlace("", in: frame).map { .value(of: $0) } ?? .nothing
        case .ready: break
        default: return .nothing
        }
        switch (frames[frame].kind, frames[frame].owner) {
        case (.arguments, .field(let field)): return .argument(of: .field(fields[field].name), given: names)
        case (.arguments, .directive(let name)): return .argument(of: .directive(name), given: names)
        case (.object, _):
            return valuePlace("", in: frame).map { .objectField(of: $0, given: names) } ?? .nothing
        default: return .nothing
        }
    }

    /// The operation that a frame is a part of.
    func operation(of frame: Int) -> Int? {
        var index = frame
        while index > 0 {
            if case .operation(let operation) = frames[index].owner { return operation }
            index = frames[index].parent
        }
        return nil
    }
}
