/// The lines that open and close a part with a name.
enum GroupFrame {
    /// Without a width it is as long as it must be.
    static func opening(_ legend: [Line], width: Int?) -> [Line] {
        guard let first = legend.first else { return [stroke("┌", width)] }
        var line = Line([Span("┌ ", .faint)])
        line.append(first)
        line.longest = first.longest + 2
        if legend.count == 1, let width, line.width + 2 <= width {
            line.append(Span(" " + String(repeating: "─", count: width - line.width - 1), .faint))
        }
        return [line]
            + legend.dropFirst().map { further in
                var line = Line([Span("│ ", .faint)])
                line.append(further)
                line.longest = further.longest + 2
                return line
            }
    }

    static func closing(width: Int?) -> Line { stroke("└", width) }

    private static func stroke(_ corner: String, _ width: Int?) -> Line {
        Line([Span(corner + String(repeating: "─", count: max((width ?? 3) - 1, 0)), .faint)])
    }
}
