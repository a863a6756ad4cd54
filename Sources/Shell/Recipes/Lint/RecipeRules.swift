/// What no recipe may do, as far as its text tells.
package enum RecipeRules {
    /// These open a browser, which wants trust.
    static let programs: Set<String> = ["page browse", "page shot"]

    /// What may stand in a recipe; all else may not, whatever is added to the program.
    private static let allowed: Set<String> = [
        "rest", "graphql", "graphql describe", "graphql format", "graphql from", "whoami", "set", "help", "task",
        "task show", "task comments", "task comment", "page open", "page follow", "page back", "page forward",
        "page reload", "page links", "page find", "page source", "page form", "page preload", "page cache",
        "page cache clear", "page theme list", "page theme use", "page theme show", "page browse", "page shot",
    ]

    /// Why a command may stand in no recipe; nil when it may.
    package static func refusal(of name: String) -> String? {
        if allowed.contains(name) || name.hasPrefix("table ") || name.hasPrefix("attach ") { return nil }
        let first = name.prefix { $0 != " " }
        switch first {
        case "connect", "login", "logout", "profile":
            return "A recipe speaks to the instance that was chosen, as who is signed in: \(name) may not stand in one."
        case "tape": return "Which tape is in the deck is not a recipe's business: \(name) may not stand in one."
        case "history": return "What was typed before is not a recipe's business: history may not stand in one."
        case "quit": return "A recipe ends with its last step: quit may not stand in one."
        case "recipe":
            return "A recipe uses another by a block with use FILE: \(name) may not stand in one."
        default: return "\(name) may not stand in a recipe."
        }
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
        var walk = ArgumentWalk(match.words, of: match.definition)
        var place = 0
        let arguments = match.definition.arguments
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
