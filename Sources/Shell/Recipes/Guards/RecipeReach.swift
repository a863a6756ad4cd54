import ExchangeModel
import NowSDK
import Notation

/// Refuses addresses of other hosts where a command would be sent there, before it is.
struct RecipeReach {
    private let instance: Instance

    init(_ instance: Instance) { self.instance = instance }

    /// Looks at a command's words; those with a variable that is not known are let through, and looked at when it is.
    ///
    /// - Throws: `.guardRefused` for an address of another origin.
    func check(_ invocation: Invocation, _ variables: Expansion = .none) throws(Problem) {
        guard let match = try? CommandTable.match(invocation), match.command.traits.takesAddress else { return }
        var walk = ArgumentWalk(match.words, of: match.command), place = 0
        while let part = walk.next() {
            guard case .argument(let word) = part else { continue }
            place += 1
            // Behind the method or the address stand values, which may be anything.
            guard place <= 2 else { break }
            let template = RecipeTemplate(word)
            guard template.firstUnknown(variables.value) == nil else { continue }
            let text = template.expanded(variables.value)
            guard let origin = RecipeReach.origin(of: text, like: instance), origin != instance.origin.origin else {
                continue
            }
            throw Problem(
                .guardRefused, "A recipe reaches only \(instance), and this is of \(origin).",
                source: Problem.Source(text: invocation.text, span: word.span))
        }
    }

    /// Where a text leads that is a whole address, or one of another host with the scheme left out; nil for a path.
    private static func origin(of text: String, like instance: Instance) -> String? {
        let lower = text.lowercased()
        if lower.hasPrefix("http:") || lower.hasPrefix("https:") { return HTTPURL(text)?.origin }
        guard text.hasPrefix("//") || text.hasPrefix("\\\\") else { return nil }
        let scheme = instance.origin.origin.prefix { $0 != ":" }
        return HTTPURL("\(scheme)://" + text.dropFirst(2))?.origin
    }
}
