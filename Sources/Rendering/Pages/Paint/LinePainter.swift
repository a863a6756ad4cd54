/// Writes lines of a page with the sequences that set their pieces off. Every line ends plain, so that what scrolls is
/// not painted.
struct LinePainter {
    private var paint: PagePaint

    init(_ paint: PagePaint) { self.paint = paint }

    mutating func write(_ line: Line, to out: inout ByteBuffer) {
        var current = paint.opening(line.ground)
        out.append(current)
        var isPlain = current.isEmpty
        current = ""
        for span in line.spans {
            var ink = span.ink
            if line.ground != .page { ink.ground = line.ground }
            let sequence = paint.sequence(ink)
            if sequence != current {
                // A reset alone would take the line's ground away; with grounds every sequence names its own.
                if !current.isEmpty { out.append(Style.plain) }
                out.append(sequence)
                current = sequence
            }
            out.append(span.text)
            if !sequence.isEmpty { isPlain = false }
        }
        if !isPlain, !(current.isEmpty && !paint.fillsLines) { out.append(Style.plain) }
        out.append(0x0A)
    }
}
