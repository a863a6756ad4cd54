/// One `?` line: what of the answer is looked at, and what has to hold.
package struct RecipeExpectation: Sendable, Hashable {
    /// What is looked at.
    package enum Subject: Sendable, Hashable {
        /// `exit`: the exit status.
        case exit
        /// `http`: the status of the step's last answer.
        case http
        /// `rows`: how many records came.
        case rows
        /// `took`: the time of the step; compared with a timespan.
        case took
        /// `header Content-Type`: a field of the step's last answer.
        case header(String)
        /// `.state`, `.[0].number`: a path into the answer, raw values as text.
        case path(FieldPath)
    }

    /// What is looked at.
    package var subject: Subject
    /// What has to hold.
    package var test: RecipeTest
    /// The line as it is written, without the `? `.
    package var text: String
    /// The line it stands on.
    package var line: Int

    /// An expectation.
    package init(_ subject: Subject, _ test: RecipeTest, text: String, line: Int) {
        self.subject = subject
        self.test = test
        self.text = text
        self.line = line
    }
}
