/// How much of a page is read. What is more is left out and said.
package struct PageLimits: Sendable, Hashable {
    /// Bytes of text.
    package var bytes = 8 << 20
    /// Elements that are open at a time.
    package var depth = 512
    /// Formatting elements that are open at a time: a browser copies them into every paragraph that follows.
    package var formatting = 128
    /// Attributes of an element.
    package var attributes = 256
    /// Elements and texts.
    package var nodes = 500_000
    /// Bytes that their tree may take.
    package var memory = 256 << 20
    /// Steps through open elements.
    package var steps = 300_000_000
    /// Blocks and pieces of lines of the document.
    package var parts = 500_000
    /// Links, and assets.
    package var links = 20_000
    /// How deep blocks stand in blocks; what stands deeper is shown, but not set off.
    package var nesting = 60

    /// What every page is read with.
    package init() {}
}
