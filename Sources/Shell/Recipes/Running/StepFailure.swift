/// An expectation that did not hold.
package struct StepFailure: Sendable, Hashable {
    /// Its line in the file.
    package var line: Int
    /// The expectation as it is written, without its `? `; empty for the one that nobody writes: that a step succeeds.
    package var text: String
    /// What was expected, with variables in place.
    package var expected: String
    /// What came.
    package var actual: String

    /// An expectation that did not hold.
    package init(line: Int, text: String, expected: String, actual: String) {
        self.line = line
        self.text = text
        self.expected = expected
        self.actual = actual
    }
}
