import ExchangeModel
import Synchronization
import TapeDeck

/// What the requests of the present command say of their answers: a record that is asked for by the name of a secret
/// holds one, whether or not the answer repeats the name. The tape is told the same by the same requests.
final class AskedRecords: Sendable {
    private let known = Mutex(DocumentSecrets())

    /// What is known by now.
    var secrets: DocumentSecrets { known.withLock { $0 } }

    /// Forgets the command before.
    func begin() { known.withLock { $0 = DocumentSecrets() } }

    func note(_ request: HTTPRequest) {
        let said = DocumentSecrets(of: request)
        known.withLock { $0.merge(said) }
    }
}
