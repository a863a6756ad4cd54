import Notation

/// The rules a session was recorded by, as its tape states them.
package struct TapePolicy: Sendable, Hashable {
    /// The version of the rules by which keys are made.
    package var keyVersion: Int
    /// The names of the matchers that make keys.
    package var matchers: [String]
    /// The names of the redactors that were in force.
    package var redactors: [String]

    /// What is recorded by now.
    package static let standard = TapePolicy(
        keyVersion: RequestKey.version, matchers: Matchers.standard.map(\.name), redactors: TapePlace.redactorNames)

    /// Rules of these names.
    package init(keyVersion: Int, matchers: [String], redactors: [String]) {
        self.keyVersion = keyVersion
        self.matchers = matchers
        self.redactors = redactors
    }

    /// Reads the policy of a session; nil when it is none.
    package init?(_ text: String) {
        guard let root = (try? JSONDocument(Array(text.utf8)))?.root, let version = root["keyVersion"]?.number,
            let keyVersion = Int(version), let matchers = root["matchers"], let redactors = root["redactors"]
        else { return nil }
        self.init(
            keyVersion: keyVersion, matchers: matchers.elements.compactMap(\.string),
            redactors: redactors.elements.compactMap(\.string))
    }

    /// As a session holds it.
    package var text: String {
        let json: JSON = [
            "keyVersion": .number(String(keyVersion)), "matchers": .array(matchers.map(JSON.string)),
            "redactors": .array(redactors.map(JSON.string)),
        ]
        return json.compact
    }
}
