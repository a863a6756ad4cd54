/// Headings, told apart without colours: a line under the first three levels, a mark before the others.
enum Heading {
    static func lines(_ level: Int, _ title: [Line]) -> [Line] {
        if title.isEmpty { return [] }
        if level > 3 {
            let level = Level.item(level == 4 ? "■" : level == 5 ? "▪" : "▫")
            return title.enumerated().map { number, line in
                var whole = Line([number == 0 ? level.first : level.rest])
                whole.append(line)
                whole.longest = line.longest + level.width
                return whole
            }
        }
        let width = title.reduce(0) { max($0, $1.width) }
        let stroke = level <= 1 ? "═" : level == 2 ? "─" : "╌"
        let under = Line([Span(String(repeating: stroke, count: width), .faint, width: width)])
        return title.map { level <= 1 ? banner($0) : $0 } + [under]
    }

    /// A line on the ground of headings.
    static func banner(_ line: Line) -> Line {
        var banner = line
        banner.longest = line.longest
        banner.ground = .heading
        return banner
    }
}
