/// The pictures of pages, drawn here.
enum PageImages {
    /// The mark of the sandbox.
    static let logo = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24">\
        <rect width="24" height="24" rx="5" fill="#0056b3"/>\
        <path d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>

        """

    /// Three boxes in a row with a line through them: how things hang together.
    static let diagram = PNGImage(
        width: 240, height: 80, palette: [0xF2F6FB, 0x0056B3, 0x7A8CA3, 0xFFFFFF]
    ) { x, y in
        for left in [16, 92, 168] where (left..<left + 56).contains(x) && (20..<60).contains(y) {
            let isEdge = x < left + 3 || x >= left + 53 || y < 23 || y >= 57
            return isEdge ? 1 : 3
        }
        return (38..<42).contains(y) && (16..<224).contains(x) ? 2 : 0
    }.bytes

    /// A round mark.
    static let badge = PNGImage(width: 48, height: 48, palette: [0xFFFFFF, 0x1E8449, 0xD5F5E3]) { x, y in
        let (dx, dy) = (x - 24, y - 24)
        let distance = dx * dx + dy * dy
        if distance > 22 * 22 { return 0 }
        return distance > 17 * 17 ? 1 : 2
    }.bytes
}
