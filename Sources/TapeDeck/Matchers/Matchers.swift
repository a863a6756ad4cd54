/// The list of all matchers, in the order of a key's lines. A new one is a file and a line here.
enum Matchers {
    /// What new tapes are recorded with.
    static let standard: [any Matcher] = [
        OriginMatcher(), PrincipalMatcher(), MethodMatcher(), PathMatcher(), QueryMatcher(), HeadersMatcher(),
        BodyMatcher(),
    ]

    /// Those of the given names, in the order of the list; nil when a name is not known.
    static func named(_ names: [String]) -> [any Matcher]? {
        let found = standard.filter { names.contains($0.name) }
        return found.count == Set(names).count ? found : nil
    }
}
