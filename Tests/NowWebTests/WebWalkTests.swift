import Foundation
import NowSDK
import NowWeb
import Testing

/// A walk through the sandbox's pages over a real socket, as a program without a view makes it.
@Suite struct WebWalkTests {
    @Test func anIncidentIsReadChangedAndLeftAgain() async throws {
        try await WebInstance.onTheSandbox { address in
            let screen = Screen()
            await screen.prepare(instanceUrl: address)
            let incident = try #require(URL(string: "incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8"))
            let controller = try #require(screen.makeView(incident))
            let page = try await controller.loadPage().value
            #expect(page.title.contains("INC0010021"), "\(page.title)")
            #expect(page.text.contains("my computer doesn't work"))
            let named = page.forms.compactMap { form in
                form.fields.first { $0.name.hasSuffix("short_description") && $0.type == "text" }.map { (form, $0) }
            }
            let (form, field) = try #require(named.first, "\(page.forms.map { $0.fields.map { $0.name + $0.label } })")
            #expect(field.value == "my computer doesn't work" && field.isEditable)
            let saved = try await controller.submit(
                form, [field.name: "my computer works"], pressing: "Update")
            #expect(saved.statusCode == 200)
            let again = try await controller.load(incident)
            #expect(again.text.contains("my computer works"))
            #expect(screen.told.allSatisfy { $0.hasPrefix("shown ") }, "\(screen.told)")
        }
    }

    @Test func pagesArePreloadedWithWhatBelongsToThem() async throws {
        try await WebInstance.onTheSandbox { address in
            let service = try await NowWeb.makeWebService(instanceUrl: address)
            let urls = try ["home.do", "incident_list.do"].map { try #require(URL(string: $0)) }
            let first = try await service.preload(urls: urls)
            #expect(first.pages == 2 && first.failedPages == 0, "\(first)")
            let second = try await service.preload(urls: urls)
            // Pages are asked for again, and what does not say how long it holds; the rest is not.
            #expect(first.keptAssets > 0 && second.requests < first.requests, "\(first) \(second)")
        }
    }
}
