/// Recipes for tests.
enum SampleRecipes {
    /// A recipe with blocks of steps.
    static func text(_ goal: String, writes: String? = nil, params: String? = nil, _ blocks: String...) -> String {
        text(goal, writes: writes, params: params, blocks: blocks)
    }

    static func text(_ goal: String, writes: String? = nil, params: String? = nil, blocks: [String]) -> String {
        var text = "# \(goal)\n\n"
        if let writes { text += "writes: \(writes)\n\n" }
        if let params { text += "```params\n\(params)\n```\n\n" }
        return text + blocks.map { "```snowdeck\n\($0)\n```\n" }.joined(separator: "\n")
    }
}
