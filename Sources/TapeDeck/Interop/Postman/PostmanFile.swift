import ExchangeModel
import Notation

extension TapeFormat {
    /// Postman collections 2.0 and 2.1. Only read.
    package static let postman = TapeFormat(
        name: "postman", title: "a Postman collection", endings: ["postman_collection.json", "json"],
        recognize: { $0.has("info") && $0.has("item") }, read: whole(PostmanFile.read),
        export: nil)
}

/// Reads a collection: saved responses become exchanges. Scripts are counted and never run.
struct PostmanFile {
    private let variables: ImportVariables
    private let context: ImportContext
    private var file: ImportedFile

    static func read(_ bytes: [UInt8], _ context: ImportContext) throws(ImportError) -> ImportedFile {
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(ImportContext.withoutMark(bytes)).root
        } catch {
            throw ImportError(.malformed, "It is not JSON: \(error.description).")
        }
        guard root["info"]?.kind == .object, let items = root["item"], items.kind == .array else {
            throw ImportError(.otherFormat, "It is not a Postman collection: there is no 'info' or no 'item'.")
        }
        var variables = context.variables
        variables.take(root["variable"], replacing: false)
        var reader = PostmanFile(variables: variables, context: context, file: ImportedFile(context))
        reader.file.secrets = variables.secrets
        reader.note(root["auth"])
        reader.countScripts(root)
        reader.read(items, auth: root["auth"])
        return reader.file
    }

    private mutating func countScripts(_ node: JSONNode) {
        for _ in node["event"]?.elements.map({ $0 }) ?? [] { file.losses.add(.scripts) }
    }

    /// Items and folders; a folder's sign-in is that of its items.
    private mutating func read(_ items: JSONNode, auth: JSONNode?) {
        for item in items.elements {
            countScripts(item)
            let own = item["request"]?["auth"] ?? item["auth"]
            let auth = own.map { $0.kind == .null ? auth : $0 } ?? auth
            note(own)
            if let folder = item["item"], folder.kind == .array {
                read(folder, auth: auth)
            } else {
                readRequest(item, auth: auth)
            }
        }
    }

    /// The secrets of a sign-in are replaced wherever they occur, also if no request is made with them.
    private mutating func note(_ auth: JSONNode?) {
        guard let auth else { return }
        file.secrets += PostmanRequest(variables: variables).secrets(of: auth)
    }

    private mutating func readRequest(_ item: JSONNode, auth: JSONNode?) {
        let responses = item["response"]?.elements.map { $0 } ?? []
        guard !responses.isEmpty else { return add(request: item["request"], auth, response: nil) }
        for response in responses {
            let original = response["originalRequest"].flatMap { $0.kind == .null ? nil : $0 }
            note(original?["auth"])
            add(request: original ?? item["request"], original?["auth"] ?? auth, response: response)
        }
    }

    private mutating func add(request: JSONNode?, _ auth: JSONNode?, response: JSONNode?) {
        let reader = PostmanRequest(variables: variables)
        var draft = reader.draft(of: request)
        if let kind = reader.signIn(auth, &draft) { file.losses.add(.options, at: "auth " + kind) }
        if let response { draft.response = Self.response(response, &draft) }
        file.add(draft)
    }

    private static func response(_ node: JSONNode, _ draft: inout ExchangeDraft) -> ExchangeDraft.Response {
        draft.duration = node["responseTime"].flatMap(HARTime.microseconds) ?? 0
        return ExchangeDraft.Response(
            status: node["code"]?.number.flatMap { Int($0) }, reason: node["status"]?.string ?? "",
            headers: PostmanRequest.lines(node["header"]), body: Array((node["body"]?.string ?? "").utf8), isText: true)
    }
}
