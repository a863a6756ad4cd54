extension Command {
    /// `table list TABLE [-q QUERY] [-n NUMBER | --all] …`: derived from the grammar.
    package var usage: String {
        var parts = [name]
        var done: Set<String> = []
        for argument in arguments where !done.contains(argument.name) {
            if let alternatives = alternatives(to: argument.name) {
                done.formUnion(alternatives.names)
                parts.append(bracketed(alternatives))
            } else {
                parts.append(written(argument))
            }
        }
        for flag in flags where !done.contains(flag.name) {
            if let alternatives = alternatives(to: flag.name) {
                done.formUnion(alternatives.names)
                parts.append(bracketed(alternatives))
            } else {
                parts.append("[\(written(flag))]" + (flag.mayRepeat ? "…" : ""))
            }
        }
        return parts.joined(separator: " ")
    }

    private func alternatives(to name: String) -> (names: [String], isNeeded: Bool)? {
        for rule in rules {
            switch rule {
            case .exactlyOne(let names) where names.contains(name): return (names, true)
            case .atMostOne(let names) where names.contains(name): return (names, false)
            default: continue
            }
        }
        return nil
    }

    private func bracketed(_ alternatives: (names: [String], isNeeded: Bool)) -> String {
        let written = alternatives.names.map { name in
            if let argument = arguments.first(where: { $0.name == name }) { return argument.kind.placeholder }
            return flags.first { $0.name == name }.map(self.written) ?? name
        }.joined(separator: " | ")
        return alternatives.isNeeded ? "(\(written))" : "[\(written)]"
    }

    private func written(_ argument: ArgumentDefinition) -> String {
        switch argument.presence {
        case .required: argument.kind.placeholder
        case .optional: "[\(argument.kind.placeholder)]"
        case .repeated: "[\(argument.kind.placeholder)]…"
        case .repeatedAtLeastOnce: argument.kind.placeholder + "…"
        }
    }

    private func written(_ flag: FlagDefinition) -> String {
        (flag.short.map { "-\($0)" } ?? flag.spelling) + flag.placeholders
    }
}
