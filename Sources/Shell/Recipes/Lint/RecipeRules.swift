/// What no recipe may do, as far as its text tells.
package enum RecipeRules {
    /// Why no recipe may hold a command; nil when it may be a step.
    package static func refusal(of command: Command) -> String? {
        guard case .never(let reason) = command.traits.inRecipes else { return nil }
        return "\(command.name) cannot be in a recipe: it \(reason)."
    }

    /// The files that a command's own words name, variables left out: `@FILE`, values and arguments that are files.
    package static func paths(in match: CommandMatch, _ invocation: Invocation) -> [(path: String, span: Range<Int>)] {
        var paths: [(path: String, span: Range<Int>)] = []
        func take(_ word: Word, isFile: Bool) {
            let bare = Array(word.barePrefix.utf8)
            var text = RecipeTemplate.text(of: word)
            if bare.first == .at {
                text.removeFirst()
            } else if let equals = bare.firstIndex(of: .equals), equals + 1 < bare.count, bare[equals + 1] == .at {
                text = RecipeTemplate.text(of: word.dropping(equals + 2))
            } else if !isFile {
                return
            }
            paths.append((text, word.span))
        }
        var walk = ArgumentWalk(match.words, of: match.command)
        var place = 0
        let arguments = match.command.arguments
        while let part = walk.next() {
            switch part {
            case .argument(let word):
                let definition = place < arguments.count ? arguments[place] : arguments.last
                take(word, isFile: definition?.kind == .file)
                if definition?.isRepeated == false { place += 1 }
            case .flag(let flag, _, let values, _, _):
                for (word, kind) in zip(values, flag.values) { take(word, isFile: kind == .file) }
            case .unknownFlag, .end: break
            }
        }
        return paths
    }

    /// Whether a path begins outside the folder that it is read in, or climbs out of it.
    package static func leadsOut(_ path: String) -> Bool {
        path.hasPrefix("/") || path.hasPrefix("~")
            || path.split(separator: "/", omittingEmptySubsequences: false).contains("..")
    }
}
