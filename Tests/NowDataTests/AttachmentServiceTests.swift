import ExchangeModel
import FoundationEssentials
import NowData
import NowSDK
import Testing

@Suite struct AttachmentServiceTests {
    /// The metadata of a file that contains `hello`, as instances send it.
    private let row = #"""
        {"table_sys_id":"061c","size_bytes":"5","download_link":"https://myinstance.service-now.com/api/now/attachment/a1/file","sys_updated_on":"2016-10-14 07:45:55","sys_id":"a1","image_height":"","sys_created_on":"2016-10-14 07:45:55","file_name":"hello.txt","sys_created_by":"john.doe","compressed":"true","average_image_color":"","sys_updated_by":"john.doe","sys_tags":"","table_name":"incident","image_width":"","sys_mod_count":"1","content_type":"text/plain","size_compressed":"13","chunk_size_bytes":"700000","hash":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824","state":"available"}
        """#

    private func service(
        _ outcomes: [ScriptedTransport.Outcome], _ body: (NowAttachmentService) async throws -> Void
    ) async throws -> ScriptedTransport {
        let script = ScriptedTransport(outcomes)
        try await withConfiguration(configuration(script)) {
            let address = try #require(URL(string: "https://myinstance.service-now.com"))
            var made: NowAttachmentService?
            NowData.makeAttachmentService(instanceUrl: address) { made = try? $0.get() }
            try await body(try #require(made))
        }
        return script
    }

    private func file(_ content: String, _ metadata: String?) -> ScriptedTransport.Outcome {
        answer(
            content,
            [HeaderField("Content-Type", "text/plain")]
                + (metadata.map { [HeaderField("X-Attachment-Metadata", $0)] } ?? []))
    }

    @Test func metadataIsParsed() async throws {
        let script = try await service([
            answer("{\"result\":\(row)}"), answer("{\"result\":[\(row)]}"), answer("{\"result\":[]}"),
        ]) { service async throws in
            let one = try await service.attachmentMetadata(for: "a1")
            #expect(one.id == "a1" && one.sourceSysId == "061c" && one.sourceTableName == "incident")
            #expect(one.fileName == "hello.txt" && one.mimeType == "text/plain" && one.sizeInBytes == 5)
            #expect(one.compressedSizeInBytes == 13 && one.chunkSizeInBytes == 700_000 && one.isCompressed)
            #expect(one.state == .available && one.modificationCount == 1 && one.createdBy == "john.doe")
            #expect(one.created == Date(timeIntervalSince1970: 1_476_431_155) && one.updated == one.created)
            #expect(one.imageWidth == nil && one.averageImageColor == nil)
            #expect(one.download?.path == "/api/now/attachment/a1/file")
            let kept = try JSONDecoder().decode(NowAttachmentMetadata.self, from: try JSONEncoder().encode(one))
            #expect(kept == one)
            let filter = Filter(criteria: [], sortBy: [.desc("created")], queryCategory: nil)
            #expect(try await service.attachmentMetadata(filter: filter, limit: 10) == [one])
            #expect(try await service.attachmentMetadata().isEmpty)
        }
        #expect(
            lines(script) == [
                "GET /api/now/attachment/a1",
                "GET /api/now/attachment?sysparm_query=ORDERBYDESCcreated&sysparm_limit=10",
                "GET /api/now/attachment",
            ])
    }

    @Test func contentIsCheckedAgainstHash() async throws {
        let script = try await service([
            file("hello", row), file("hullo", row), file("hullo", row), file("hello", nil), file("hello", "{"),
        ]) { service async throws in
            let good = try await service.attachment(for: "a1")
            #expect(good.data == Data("hello".utf8) && good.hash == good.metadata.hash && good.validate())
            await #expect(throws: NowDataError.self) { try await service.attachment(for: "a1") }
            let unseen = try await service.attachment(for: "a1", validateAttachment: false)
            #expect(!unseen.validate())
            for wanted in ["The attachment came without metadata.", "The answer is not what this API sends."] {
                let failure = await #expect(throws: NowDataError.self) { try await service.attachment(for: "a1") }
                #expect(failure?.description == wanted)
            }
        }
        #expect(lines(script).allSatisfy { $0 == "GET /api/now/attachment/a1/file" })
        #expect(script.requests.allSatisfy { $0.headers["Accept"] == "*/*" })
    }

    @Test func fileIsAttachedAndDeleted() async throws {
        let script = try await service([answer("{\"result\":\(row)}", status: 201), answer("", status: 204)]) {
            service async throws in
            let place = NowAttachmentUploadConfiguration(
                tableName: "incident", recordSysId: "061c", fileName: "hello & more.txt", contentType: "text/plain",
                encryptionContext: "c1")
            let progress = CallLog()
            let made = try await service.upload(data: Data("hello".utf8), configuration: place) { written, sum, all in
                progress.add([written, sum, all])
            }
            #expect(made.sysId == "a1")
            #expect(progress.all == [[0, 0, 5], [5, 5, 5]])
            try await service.delete(sysId: "a1")
        }
        #expect(
            lines(script) == [
                "POST /api/now/attachment/file?table_name=incident&table_sys_id=061c"
                    + "&file_name=hello%20%26%20more.txt&encryption_context=c1 hello",
                "DELETE /api/now/attachment/a1",
            ])
        #expect(script.requests[0].headers["Content-Type"] == "text/plain")
    }

    @Test func metadataIsPaged() async throws {
        let counted = [HeaderField("X-Total-Count", "3")]
        let script = try await service([
            answer("{\"result\":[\(row),\(row)]}", counted), answer("{\"result\":[\(row)]}", counted),
        ]) { service async throws in
            let pages = service.attachmentMetadataPaginator(filter: Filter(query: "table_name=incident"), limit: 2)
            #expect(try await pages.next().count == 2)
            let last: Result<[NowAttachmentMetadata], any Error> = await withCheckedContinuation { continuation in
                pages.last { continuation.resume(returning: $0) }
            }
            #expect(try last.get().count == 1)
            #expect(!pages.hasNext && pages.numberOfPages == 2)
        }
        let query = "sysparm_query=table_name%3Dincident%5EORDERBYsys_id&sysparm_limit=2"
        #expect(
            lines(script) == [
                "GET /api/now/attachment?\(query)", "GET /api/now/attachment?\(query)&sysparm_offset=2",
            ])
    }

    @Test(
        arguments: [
            (answer(#"{"error":{"message":"x","detail":null},"status":"failure"}"#, status: 404), "x (HTTP 404)"),
            (answer(#"{"result":{"sys_id":"a1","size_bytes":"many"}}"#), "A value of the answer is not a valid Int."),
            (
                answer(#"{"result":{"sys_id":"a1","sys_created_on":"today"}}"#),
                "A value of the answer is not a valid Date."
            ),
            (answer(#"{"result":{"sys_id":"a1","compressed":"maybe"}}"#), "A value of the answer is not a valid Bool."),
            (answer(#"{"result":{"file_name":"x"}}"#), "The record has no sys_id."),
            (answer(#"{"result":[]}"#), "The record has no sys_id."),
        ] as [(ScriptedTransport.Outcome, String)])
    func failuresMapToDocumentedCases(outcome: ScriptedTransport.Outcome, sentence: String) async throws {
        _ = try await service([outcome]) { service async throws in
            let result: Result<NowAttachmentMetadata, NowDataError> = await withCheckedContinuation { continuation in
                service.attachmentMetadata(for: "a1") { continuation.resume(returning: $0) }
            }
            guard case .failure(let error) = result else {
                Issue.record("no failure")
                return
            }
            #expect(error.description.hasSuffix(sentence))
        }
    }

    @Test func invalidRequestIsNotSent() async throws {
        let script = try await service([]) { service async throws in
            let nowhere = NowAttachmentUploadConfiguration(
                tableName: "incident", recordSysId: "", fileName: "a", contentType: "text/plain")
            let nameless = NowAttachmentUploadConfiguration(
                tableName: "incident", recordSysId: "061c", fileName: "", contentType: "text/plain")
            let bad = Filter(conditions: [Condition.string(field: "a", .is("^"))])
            let attempts: [() async throws -> Void] = [
                { _ = try await service.attachment(for: "") },
                { _ = try await service.attachmentMetadata(for: "..") },
                { _ = try await service.attachmentMetadata(filter: bad) },
                { _ = try await service.upload(data: Data(), configuration: nowhere) { _, _, _ in } },
                { _ = try await service.upload(data: Data(), configuration: nameless) { _, _, _ in } },
                { try await service.delete(sysId: "") },
            ]
            for attempt in attempts { await #expect(throws: NowDataError.self) { try await attempt() } }
        }
        #expect(script.requests.isEmpty)
    }
}
