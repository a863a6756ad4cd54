import ExchangeModel
import Notation

/// `/sys_attachment.do`: the bytes of an attachment. With `view=true` a browser shows what it may be trusted with.
enum AttachmentPage {
    static func show(_ page: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let visit = try RecordVisit(&page, &desk) else { return try page.sendToLogin(at: &desk) }
        guard let table = visit.call.schema["sys_attachment"], let sysID = visit.call.parameters["sys_id"] else {
            return visit.missing("sys_attachment")
        }
        try visit.store.fill([table.name, "sys_attachment_doc"])
        guard let record = try visit.store.record(sysID, in: table) else { return visit.missing("sys_attachment") }
        let metadata = AttachmentMetadata(record, of: table, base: "")
        guard try AttachmentAccess(call: visit.call).mayRead(metadata.tableName, metadata.recordID) else {
            return visit.withheld("sys_attachment")
        }
        let type = HeaderValue(metadata.contentType)?.essence ?? "application/octet-stream"
        let isPlain = type.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        var disposition = AttachmentFile.disposition(metadata.fileName)
        // A document that runs scripts would run them as a page of the instance.
        if visit.call.parameters.isTrue("view"), shown.contains(type) {
            disposition = "inline" + disposition.dropFirst("attachment".count)
        }
        return Answer(
            status: 200, body: try AttachmentFiles(store: visit.store).bytes(of: sysID),
            contentType: isPlain && !type.isEmpty ? type : "application/octet-stream",
            fields: [
                HeaderField("Content-Disposition", disposition), HeaderField("X-Content-Type-Options", "nosniff"),
            ])
    }

    private static let shown: Set<String> = [
        "image/png", "image/jpeg", "image/gif", "image/webp", "text/plain", "application/pdf",
    ]
}
