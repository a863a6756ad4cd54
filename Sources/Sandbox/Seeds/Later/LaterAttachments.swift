import ExchangeModel
import Notation

/// Small files attached to tasks and articles. A file's bytes stand in `sys_attachment_doc`, as Base64.
enum LaterAttachments {
    static let recipes: [String: LaterSeeds.Recipe] = ["sys_attachment": write, "sys_attachment_doc": writeBytes]

    /// How many files there are.
    static let count = 72

    private struct File {
        let name: String
        let type: String
        let bytes: [UInt8]
    }

    private static func write(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_attachment",
            """
            file_name content_type table_name table_sys_id size_bytes size_compressed compressed state chunk_size_bytes \
            image_width image_height hash
            """, count, aged: (11_000, 400), by: "abel.tuter"
        ) { index, _ in
            let file = file(index), isImage = file.type == "image/png"
            let (table, place) = owner(index)
            return [
                file.name, file.type, table, SeedIdentity.sysID(table, place), String(file.bytes.count),
                String(file.bytes.count), "true", "available", "700000", isImage ? "1" : "", isImage ? "1" : "",
                SHA256.hex(file.bytes),
            ]
        }
    }

    private static func writeBytes(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_attachment_doc", "sys_attachment position length data", count, aged: (11_000, 400)) {
            index, _ in
            let bytes = file(index).bytes
            return [SeedIdentity.sysID("sys_attachment", index), "0", String(bytes.count), Base64.encode(bytes)]
        }
    }

    private static func owner(_ index: Int) -> (table: String, place: Int) {
        switch index % 6 {
        case 0, 1, 2: ("incident", index * 5 % LaterIncidents.count)
        case 3: ("change_request", index % LaterChanges.count)
        case 4: ("kb_knowledge", index % LaterKnowledge.count)
        default: ("sc_req_item", index % LaterRequests.items)
        }
    }

    private static func file(_ index: Int) -> File {
        let number = String(index + 1)
        switch index % 5 {
        case 0:
            return File(
                name: "log-\(number).txt", type: "text/plain",
                bytes: Array(
                    (0..<(6 + index % 9)).map {
                        "2024-11-0\(1 + $0 % 9) 08:1\($0 % 10):00 step \($0 + 1) of file \(number)\n"
                    }
                    .joined().utf8))
        case 1: return File(name: "screenshot-\(number).png", type: "image/png", bytes: Base64.decode(pixel.utf8) ?? [])
        case 2:
            return File(
                name: "list-\(number).csv", type: "text/csv",
                bytes: Array("name,amount\r\nmonitor,\(index)\r\nkeyboard,\(index + 2)\r\n".utf8))
        case 3:
            return File(
                name: "settings-\(number).json", type: "application/json",
                bytes: Array("{\"site\":\(number),\"retries\":3,\"name\":\"Zürich\"}".utf8))
        default:
            return File(
                name: "Notiz zur Störung \(number).txt", type: "text/plain", bytes: Array("Größe geprüft: ja ✓\n".utf8))
        }
    }

    /// A picture of one transparent point.
    private static let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
}
