import ExchangeModel
import NowData
import NowSDK

/// The way to the present instance: the whole stack above the deck.
struct InstanceLink: Sendable {
    let authenticating: AuthenticatingTransport
    let tables: TableClient
    /// What answers that came this way told of columns.
    let columns = ColumnMemory()
    /// What the last list of tasks held that came this way.
    let listedTasks = TaskMemory()
    /// The pages that came this way.
    let pages = PageDesk()
    /// What every request goes through.
    let transport: any Transport

    var attachments: AttachmentClient { AttachmentClient(instance: tables.instance, transport: transport) }
}
