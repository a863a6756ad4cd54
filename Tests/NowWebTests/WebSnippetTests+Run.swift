import ExchangeModel
import Foundation
import NowSDK
import NowWeb
import Testing

/// The documentation's snippets, run against the sandbox over a real socket.
@Suite struct WebSnippetTests {
    @Test @MainActor func aServiceIsMadePreloadsAndShowsAPage() async throws {
        try await WebInstance.onTheSandbox { address in
            let screen = Screen()
            await screen.prepare(instanceUrl: address)
            let service = try #require(screen.webService)
            #expect(service.configuration.instanceUrl == address)
            let home = try #require(URL(string: "home.do"))
            screen.preload([home, address.appending(path: "home.do")])
            let controller = try #require(screen.makeView(home))
            #expect(controller.page == nil && screen.told.isEmpty)
            let page = try await controller.loadPage().value
            #expect(page.url?.path == "/home.do" && page.statusCode == 200)
            #expect(page.title.contains("Home"))
            #expect(page.text.contains("john.doe"))
            #expect(screen.told == ["shown /home.do"])
            // One screen's page is another's link.
            let link = try #require(page.links.first { $0.target == "/logout.do" })
            #expect(link.url == address.appending(path: "logout.do"))
        }
    }

    @Test func bothWaysMakeAService() async throws {
        try await WebInstance.onTheSandbox { address in
            // As the documentation declares it.
            let make: (URL, @escaping ((Result<NowWeb.NowWebService, NowSDK.NowServiceError>) -> Void)) -> Void =
                NowWeb.makeWebService(instanceUrl:completion:)
            var service: NowWebService?
            make(address) { service = try? $0.get() }
            #expect(service?.configuration.instanceUrl == address)
            guard let coreService = NowSDK.core(), let serviceConfig = NowSDK.makeServiceConfiguration(for: address)
            else {
                Issue.record("the SDK is not configured")
                return
            }
            let webService = NowWebService(configuration: serviceConfig, coreServiceProvider: coreService)
            #expect(webService.configuration == serviceConfig)
            let nowhere = try #require(URL(string: "ftp://x"))
            await #expect(throws: NowServiceError.serviceConfigurationInvalid) {
                try await NowWeb.makeWebService(instanceUrl: nowhere)
            }
        }
    }

    @Test func whoAsksForMeaninglessThingsReadsASentence() async throws {
        let screen = Screen()
        try await withConfiguration(WebInstance.configuration(ScriptedTransport([]))) {
            await screen.prepare(instanceUrl: try #require(URL(string: "ftp://x")))
        }
        let error = try #require(await screen.webServiceError)
        #expect(error.localizedDescription == NowServiceError.serviceConfigurationInvalid.description)
    }

    @Test @MainActor func aThemeIsComposedAndFollowsTheScreen() async throws {
        try await WebInstance.onTheSandbox { address in
            let screen = Screen()
            await screen.prepare(instanceUrl: address)
            let webTheme = CarrascoWebTheme(webColors: WebColors())
            #expect(webTheme.color.alertPositive0.hex == "#CADFC0" && webTheme.color.brand.hex == "#302F4B")
            #expect(webTheme.color.textActionble.hex == "#FFFFFF" && webTheme.color.textPrimary.alpha == 0.25)
            let controller = try #require(
                screen.webViewController(for: address.appending(path: "home.do"), delegate: screen))
            #expect(controller.themeSheet == ThemeSheet.css(for: .light))
            controller.traitCollection = NowTraitCollection(userInterfaceStyle: .dark)
            #expect(controller.themeSheet == ThemeSheet.css(for: .dark))
            #expect(screen.told.isEmpty)
        }
    }
}
