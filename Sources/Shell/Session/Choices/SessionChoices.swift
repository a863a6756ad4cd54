import Notation

/// What a tape keeps of a session's choices: settings that differ from their defaults, variables, and the profile.
package struct SessionChoices: Sendable, Hashable {
    /// Settings that differ from their defaults, by name.
    package var settings: [String: String]
    /// Variables by name.
    package var variables: [String: String]
    /// The profile of the instance.
    package var profile: Profile?

    /// Choices of these.
    package init(settings: [String: String], variables: [String: String], profile: Profile? = nil) {
        self.settings = settings
        self.variables = variables
        self.profile = profile
    }

    /// Reads them from a tape, which may be a stranger's: what is no setting, or no value of it, is passed over.
    package init(reading text: String) {
        let root = (try? JSONDocument(Array(text.utf8)))?.root
        func pairs(_ name: String) -> [String: String] {
            var pairs: [String: String] = [:]
            for (name, value) in root?[name]?.members.map({ ($0.name, $0.value) }) ?? [] { pairs[name] = value.string }
            return pairs
        }
        settings = pairs("settings").filter { name, value in
            SettingTable.named(name)?.value.accepts(value) ?? false
        }
        variables = pairs("variables").filter { VariableName.isValid($0.key) }
        profile = root?["profile"]?.string.flatMap { try? Profile(reading: $0) }
    }

    /// As a tape keeps them: JSON, names in order.
    package var text: String {
        func object(_ pairs: [String: String]) -> JSON {
            .object(pairs.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
        }
        let own = profile.map { [JSON.Member("profile", .string($0.line))] } ?? []
        return JSON.object(
            [JSON.Member("settings", object(settings)), JSON.Member("variables", object(variables))] + own
        ).compact
    }
}
