import Notation

/// What a session on a tape says of the test that recorded it. It stands among the session's settings.
struct TestMark {
    /// The test's name with its suites and its module.
    var test: String
    /// The session that was played before the recording began: 0 for the tape as a whole, nil when nothing was played.
    var continued: Int64?

    init(test: String, continued: Int64?) {
        self.test = test
        self.continued = continued
    }

    /// Reads the settings of a session; nil when no test recorded it.
    init?(_ settings: String) {
        guard let root = (try? JSONDocument(Array(settings.utf8)))?.root, let test = root["test"]?.string else {
            return nil
        }
        self.init(test: test, continued: root["continues"]?.number.flatMap { Int64($0) })
    }

    /// As a session holds it.
    var text: String {
        let name: JSON = ["test": .string(test)]
        guard let continued else { return name.compact }
        let both: JSON = ["test": .string(test), "continues": .number(String(continued))]
        return both.compact
    }
}
