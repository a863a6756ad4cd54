package import Notation

extension PageView {
    /// The page as JSON: what the formats for programs show, and what captures read.
    package var json: JSON { PageObject.json(of: self) }
}
