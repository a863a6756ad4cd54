/// The colours of a page on a terminal.
package struct PagePalette: Sendable, Hashable {
    /// A colour of three bytes.
    package struct RGB: Sendable, Hashable {
        /// Red.
        package var red: UInt8
        /// Green.
        package var green: UInt8
        /// Blue.
        package var blue: UInt8

        /// A colour of parts.
        package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    /// Behind everything.
    package var background: RGB
    /// Text.
    package var text: RGB
    /// The letters of headings.
    package var heading: RGB
    /// Behind headings.
    package var headingBackground: RGB
    /// Links and buttons.
    package var link: RGB
    /// What is said beside: rules, hints, borders.
    package var faint: RGB
    /// The letters of notices.
    package var notice: RGB
    /// Behind notices.
    package var noticeBackground: RGB

    /// A palette of parts.
    package init(
        background: RGB, text: RGB, heading: RGB, headingBackground: RGB, link: RGB, faint: RGB, notice: RGB,
        noticeBackground: RGB
    ) {
        self.background = background
        self.text = text
        self.heading = heading
        self.headingBackground = headingBackground
        self.link = link
        self.faint = faint
        self.notice = notice
        self.noticeBackground = noticeBackground
    }
}
