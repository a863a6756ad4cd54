import CassetteStore
import Notation

/// The name of the client whose requests a session holds, in the session's settings. Sessions of the prompt, and of
/// clients without a name, have none.
struct ClientLabel: Sendable, Hashable {
    let name: String

    init(_ name: String) { self.name = name }

    /// Parses the settings of a session; nil if it has no client's name.
    init?(settings: String) {
        guard let name = (try? JSONDocument(Array(settings.utf8)))?.root["client"]?.string, !name.isEmpty else {
            return nil
        }
        self.name = name
    }

    /// The epoch at which the client's last session begins: it continues its earlier ones.
    func start(on cassette: Cassette) throws(CassetteError) -> EpochCounter {
        let first = try cassette.sessions().first { ClientLabel(settings: $0.settings) == self }
        guard let range = first.flatMap({ EpochRange(ofSession: $0.id) }) else {
            throw CassetteError(.full, path: cassette.path, "The tape has too many sessions for another client.")
        }
        return try EpochCounter(continuing: cassette, in: range)
    }

    /// The settings of a session of this client.
    var settings: String {
        let label: JSON = ["client": .string(name)]
        return label.compact
    }
}
