import ExchangeModel
import FoundationEssentials
import NowData
import NowSDK
import TestSupport
import Testing

private struct Incident: SysIdentifiableModel, Equatable {
    var sysId: String = ""
    var shortDescription: String
    var openedAt: Date?
}

struct TableServiceTests {
    private let incident = #"{"sys_id":"061c","short_description":"it burns","opened_at":"2015-10-14 07:45:55"}"#
    private let model = Incident(
        sysId: "061c", shortDescription: "it burns", openedAt: Date(timeIntervalSince1970: 1_444_808_755))

    @Test func rawMethodsReturnTheInstancesBytes() async throws {
        let body = "{ \"result\": \(incident) }"
        let script = try await tableService([
            answer(body), answer(body, status: 201), answer(body), answer("", status: 204),
        ]) { service async throws in
            let fields = ["short_description": "it burns", "a": "1"]
            let read = FieldReadConfiguration(
                includeFields: ["number", "caller_id.name"],
                options: [.actualValues, .displayValues, .excludeReferenceLink])
            let first = try await service.record(with: "061c", from: "incident", configuration: read)
            expectEqual(String(decoding: first, as: UTF8.self), body)
            let made = try await service.createRecord(
                with: fields, in: "incident", writeOptions: [.suppressAutoSysField, .treatInputValuesAsDisplayValues])
            expectEqual(String(decoding: made, as: UTF8.self), body)
            let changed = try await service.updateRecord(
                sysId: "061c", in: "incident",
                with: ["urgency": 2, "active": false, "cost": 1.5, "when": Date(timeIntervalSince1970: 0)])
            expectEqual(String(decoding: changed, as: UTF8.self), body)
            try await service.deleteRecord(sysId: "061c", from: "incident")
        }
        expectEqual(
            lines(script),
            [
                "GET /api/now/table/incident/061c?sysparm_fields=number%2Ccaller_id.name&sysparm_display_value=all"
                    + "&sysparm_exclude_reference_link=true",
                "POST /api/now/table/incident?sysparm_input_display_value=true&sysparm_suppress_auto_sys_field=true "
                    + #"{"a":"1","short_description":"it burns"}"#,
                "PATCH /api/now/table/incident/061c "
                    + #"{"active":"false","cost":"1.5","urgency":"2","when":"1970-01-01 00:00:00"}"#,
                "DELETE /api/now/table/incident/061c",
            ])
        #expect(script.requests.allSatisfy { $0.principal == "john.doe" })
    }

    @Test func modelsAreReadCreatedAndUpdated() async throws {
        let script = try await tableService([
            answer("{\"result\":\(incident)}"), answer("{\"result\":[\(incident)]}"),
            answer("{\"a\":{\"b\":\(incident)},\"result\":1}"), answer("{\"result\":\(incident)}"),
            answer("{\"result\":\(incident)}"), answer("", status: 204),
        ]) { service async throws in
            let one: Incident = try await service.model(with: "061c", from: "incident")
            expectEqual(one, model)
            let many: [Incident] = try await service.model(
                from: "incident", configuration: FetchConfiguration(filter: Filter(query: "active=true"), limit: 2))
            expectEqual(many, [model])
            let deep: Incident = try await service.model(with: "061c", from: "incident", path: "a.b")
            expectEqual(deep, model)
            try await expectEqual(service.create(model, in: "incident"), model)
            try await expectEqual(service.update(model, in: "incident"), model)
            try await service.delete(model, from: "incident")
        }
        let body = #"{"opened_at":"2015-10-14 07:45:55","short_description":"it burns"}"#
        expectEqual(
            lines(script),
            [
                "GET /api/now/table/incident/061c",
                "GET /api/now/table/incident?sysparm_query=active%3Dtrue&sysparm_limit=2",
                "GET /api/now/table/incident/061c", "POST /api/now/table/incident \(body)",
                "PATCH /api/now/table/incident/061c \(body)", "DELETE /api/now/table/incident/061c",
            ])
    }

    @Test func applicationsOwnCoderIsUsed() async throws {
        struct Plain: SysIdentifiableModel {
            var sysId: String
            enum CodingKeys: String, CodingKey { case sysId = "sys_id" }
        }
        _ = try await tableService([answer("{\"result\":\(incident)}")]) { service async throws in
            let read: Plain = try await service.model(
                with: "061c", from: "incident", coder: .custom(JSONEncoder(), JSONDecoder()))
            expectEqual(read.sysId, "061c")
        }
    }

    @Test(
        arguments: [
            (
                answer(#"{"error":{"message":"x","detail":null}}"#, status: 404),
                "x (HTTP 404)"
            ),
            (answer("", status: 401), "The instance requires a sign-in (HTTP 401)"),
            (answer("<html>"), "The answer is not what this API sends."),
            (answer("{}"), "The answer is not what this API sends."),
            (.failure(TransportFailure(.cancelled, "Off.")), "The request was cancelled."),
            (.failure(TransportFailure(.tape, "Nothing recorded.")), "Nothing recorded."),
            (.failure(TransportFailure(.signIn, "No.")), "Signing in failed."),
        ] as [(ScriptedTransport.Outcome, String)])
    func failuresMapToDocumentedCases(outcome: ScriptedTransport.Outcome, sentence: String) async throws {
        _ = try await tableService([outcome]) { service async throws in
            do {
                _ = try await service.records(from: "incident")
                Issue.record("no failure")
            } catch {
                expectEqual((error as? NowDataError)?.description, sentence)
            }
        }
    }

    @Test func invalidRequestIsNotSent() async throws {
        let script = try await tableService([]) { service async throws in
            let attempts: [() async throws -> Void] = [
                { _ = try await service.records(from: "") },
                { _ = try await service.record(with: "", from: "incident") },
                { _ = try await service.update(Incident(shortDescription: "new"), in: "incident") },
                { _ = try await service.records(from: "incident", configuration: FetchConfiguration(limit: -1)) },
            ]
            for attempt in attempts { await #expect(throws: NowDataError.self) { try await attempt() } }
        }
        #expect(script.requests.isEmpty)
    }

    @Test func mismatchedModelIsAnError() async throws {
        _ = try await tableService([
            answer(#"{"result":{"sys_id":"1","short_description":"x","opened_at":"yesterday"}}"#)
        ]) { service async throws in
            do {
                let _: Incident = try await service.model(with: "1", from: "incident")
                Issue.record("decoded")
            } catch NowDataError.cannotDecodeModel(.dataCorrupted(let context)) {
                expectEqual(context.codingPath.map(\.stringValue), ["opened_at"])
            }
        }
    }

    @Test func completionHandlersGetTheSame() async throws {
        _ = try await tableService([answer("{\"result\":[\(incident)]}"), answer("", status: 403)]) {
            service async throws in
            let data = await withCheckedContinuation { done in
                service.records(from: "incident") { done.resume(returning: $0) }
            }
            #expect(String(decoding: try data.get(), as: UTF8.self).contains(incident))
            let refused = await withCheckedContinuation { done in
                service.deleteRecord(sysId: "a", from: "incident") { done.resume(returning: $0) }
            }
            guard case .failure(.badResponse(statusCode: 403)) = refused else {
                Issue.record("\(refused)")
                return
            }
        }
    }
}
