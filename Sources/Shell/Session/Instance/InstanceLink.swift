import ExchangeModel
import NowData
import NowSDK

/// The way to the present instance: the whole stack above the deck.
struct InstanceLink: Sendable {
    let authenticating: AuthenticatingTransport
    let tables: TableClient
    /// What is known of the instance's tables.
    let schema: SchemaCache
    /// What the last list of tasks held that came this way.
    let listedTasks = TaskMemory()
    /// The pages that came this way.
    let pages = PageDesk()
    /// What every request goes through.
    let transport: any Transport

    init(authenticating: AuthenticatingTransport, instance: Instance, transport: any Transport) {
        self.authenticating = authenticating
        self.transport = transport
        tables = TableClient(instance: instance, transport: transport)
        schema = SchemaCache(tables)
    }

    var attachments: AttachmentClient { AttachmentClient(instance: tables.instance, transport: transport) }
}
