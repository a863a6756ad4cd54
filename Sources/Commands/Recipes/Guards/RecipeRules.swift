package import Workbench
import Replaying
import Tapes
import ExchangeModel
import Notation
import TapeDeck

/// Static rules for the commands of a recipe.
package enum RecipeRules {
    /// Why a command is not allowed in a recipe; nil if it is.
    package static func refusal(of command: Command) -> String? {
        guard case .never(let reason) = command.traits.inRecipes else { return nil }
        return "\(command.name) cannot be in a recipe: it \(reason)."
    }

    /// A file that a command reads: `@FILE`, or a value or an argument that is a file.
    struct NamedFile {
        /// May contain variables.
        let path: String
        let span: Range<Int>
        let isKnown: Bool
    }

    static func files(namedBy match: CommandMatch) -> [NamedFile] {
        var files: [NamedFile] = []
        func take(_ word: Word, isFile: Bool) {
            let bare = Array(word.barePrefix.utf8)
            var path = RecipeTemplate.text(of: word)
            if bare.first == .at {
                path.removeFirst()
            } else if let equals = bare.firstIndex(of: .equals), equals + 1 < bare.count, bare[equals + 1] == .at {
                path = RecipeTemplate.text(of: word.dropping(equals + 2))
            } else if !isFile {
                return
            }
            files.append(NamedFile(path: path, span: word.span, isKnown: word.literal != nil))
        }
        var iterator = ArgumentIterator(match.words, of: match.command)
        var place = 0
        let arguments = match.command.arguments
        while let part = iterator.next() {
            switch part {
            case .argument(let word):
                let definition = place < arguments.count ? arguments[place] : arguments.last
                if definition?.kind != .newFile { take(word, isFile: definition?.kind == .file) }
                if definition?.isRepeated == false { place += 1 }
            case .flag(let flag, _, let values, _, _):
                for (word, kind) in zip(values, flag.values) where kind != .newFile {
                    take(word, isFile: kind == .file)
                }
            case .unknownFlag, .end: break
            }
        }
        return files
    }

    /// Whether a path is absolute or leads out of its folder.
    package static func leadsOut(_ path: String) -> Bool {
        path.hasPrefix("/") || path.hasPrefix("~")
            || path.split(separator: "/", omittingEmptySubsequences: false).contains("..")
    }
}
