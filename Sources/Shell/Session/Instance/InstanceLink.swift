import NowData
import NowSDK

/// The way to the present instance: the whole stack above the deck.
struct InstanceLink: Sendable {
    let authenticating: AuthenticatingTransport
    let tables: TableClient
    /// What answers that came this way told of columns.
    let columns = ColumnMemory()
}
