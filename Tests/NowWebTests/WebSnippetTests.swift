import ExchangeModel
import Foundation
import NowSDK
import NowWeb
import TestSupport
import Testing

/// The colors of the documentation's first example: the SDK's own.
private enum UsualColors {
    /// Sample structure for using default colors that come with Mobile SDK.
    struct WebColors: NowUIColoring {
    }
}

/// Use custom colors with light theme
struct WebColors: NowUIColoring {
    private var defaultTheme: NowWebDefaultTheme {
        NowWebDefaultTheme(nowUITheme: NowUIDefaultTheme())
    }

    var brand: UIColor { lightBrand }
    var primary: UIColor { lightPrimary }
    var textPrimary: UIColor { lightTextPrimary }
    var screenHeaderText: UIColor { lightScreenHeaderText }
    var screenHeaderBackground: UIColor { lightScreenHeaderBackground }
    var textActionable: UIColor { lightTextActionable }
    var alertCritical0: UIColor { lightAlertCritical0 }
    var alertCritical3: UIColor { lightAlertCritical3 }
    var alertPositive0: UIColor { lightAlertPositive0 }
    var alertPositive3: UIColor { lightAlertPositive3 }
    var alertLow0: UIColor { lightAlertLow0 }
    var alertWarning0: UIColor { lightAlertWarning0 }
    var backgroundPrimary: UIColor { lightBackgroundPrimary }

    // Light Colors
    var lightBrand: UIColor { defaultTheme.color.brand }
    var lightPrimary: UIColor { defaultTheme.color.primary }
    var lightTextPrimary: UIColor { defaultTheme.color.textPrimary }
    var lightScreenHeaderText: UIColor { defaultTheme.color.screenHeaderText }
    var lightScreenHeaderBackground: UIColor { defaultTheme.color.screenHeaderBackground }
    var lightTextActionable: UIColor { defaultTheme.color.textActionble }
    var lightAlertCritical0: UIColor { defaultTheme.color.alertCritical0 }
    var lightAlertCritical3: UIColor { defaultTheme.color.alertCritical3 }
    var lightAlertPositive0: UIColor { defaultTheme.color.alertPositive0 }
    var lightAlertPositive3: UIColor { defaultTheme.color.alertPositive3 }
    var lightAlertLow0: UIColor { defaultTheme.color.alertLow0 }
    var lightAlertWarning0: UIColor { defaultTheme.color.alertWarning0 }
    var lightBackgroundPrimary: UIColor { defaultTheme.color.backgroundPrimary }
}

struct CarrascoWebTheme: NowWebThemeable {
    var color: NowWebColoring

    struct Color: NowWebColoring {
        var nowUIColor: NowUIColoring

        var alertPositive0: UIColor
        var alertPositive3: UIColor
        var alertLow0: UIColor
        var alertWarning0: UIColor
        var backgroundPrimary: UIColor

        init(inputs: WebColors) {
            nowUIColor = ThemeColor(inputs)

            alertPositive0 = inputs.alertPositive0
            alertPositive3 = inputs.alertPositive3
            alertLow0 = inputs.alertLow0
            alertWarning0 = inputs.alertWarning0
            backgroundPrimary = inputs.backgroundPrimary
        }
    }

    /// As the documentation has it.
    public init(webColors: WebColors) {
        color = Color(inputs: webColors)
    }
}

/// The themes that the documentation names and leaves to the application.
private struct MyUITheme: NowUIThemeable {
    var color: NowUIColoring = UsualColors.WebColors()
}

private struct MyWebTheme: NowWebThemeable {
    var color: NowWebColoring
    init(nowUITheme: NowUIThemeable) { color = NowWebDefaultTheme(nowUITheme: nowUITheme).color }
}

private struct DarkNowWebTheme: NowWebThemeable {
    var color: NowWebColoring = NowWebDefaultTheme(nowUITheme: NowUIDefaultTheme(userInterfaceStyle: .dark)).color
}

private struct LightNowWebTheme: NowWebThemeable {
    var color: NowWebColoring = NowWebDefaultTheme().color
}

/// The documentation's snippets, as a screen of an application contains them.
final class Screen: NowWebViewControllerDelegate {
    var webService: NowWebService?
    var webServiceError: (any Error)?
    private(set) var told: [String] = []

    func prepare(instanceUrl: URL) async {
        do {
            let service = try await NowWeb.makeWebService(instanceUrl: instanceUrl)
            self.webService = service
        } catch {
            debugPrint("Web Service creation failed with error: \(error.localizedDescription)")
            webServiceError = error
        }
    }

    private func preloadURLs(urls: [URL]) {
        guard let webService = webService else {
            debugPrint("Web service not initialized")
            return
        }
        do {
            try webService.preloadWebCache(urls: urls) {
                debugPrint("URLs did complete preloading")
            }

        } catch {
            debugPrint(error.localizedDescription)
        }
    }

    func preload(_ urls: [URL]) { preloadURLs(urls: urls) }

    func makeView(_ url: URL) -> NowWebViewController? {
        guard let webService else { return nil }
        let result = webService.makeWebViewController(
            for: url,
            delegate: self, theme: MyWebTheme(nowUITheme: MyUITheme()))
        switch result {
        case .success(let viewController):
            return viewController
        case .failure(let error):
            debugPrint("Web view creation failed with error: \(error.localizedDescription)")
        }
        return nil
    }

    func webViewController(for url: URL, delegate: NowWebViewControllerDelegate) -> NowWebViewController? {
        guard let webService = webService else {
            debugPrint("Web service not initialized")
            return nil
        }
        let result = webService.makeWebViewController(
            for: url, delegate: delegate, theme: CarrascoWebTheme(webColors: WebColors()))

        switch result {
        case .success(let viewController):
            return viewController
        case .failure(let error):
            debugPrint("Web view creation failed with error: \(error.localizedDescription)")
        }
        return nil
    }

    func nowWebViewController(_ nowWebViewController: NowWebViewController, didReceive unsupportedUrl: URL) {
        debugPrint("nowWebViewController:receivedUnsupportedUrl: \(unsupportedUrl.absoluteString)")
        told.append("unsupported \(unsupportedUrl.absoluteString)")
    }

    func nowWebViewController(_ nowWebViewController: NowWebViewController, didFailNavigationWith error: Error) {
        debugPrint("NowWebViewController encountered a navigation error: \(error.localizedDescription)")
        told.append("failed: \(error.localizedDescription)")
    }

    func nowWebViewController(
        _ nowWebViewController: NowWebViewController, systemThemeDidChange traitCollection: UITraitCollection
    ) {
        nowWebViewController.updateTheme(
            themeColors: traitCollection.userInterfaceStyle == .dark ? DarkNowWebTheme() : LightNowWebTheme())
    }

    func nowWebViewControllerDidRequestDismissal(_ nowWebViewController: NowWebViewController) {
        told.append("dismissal")
    }

    func nowWebViewController(_ nowWebViewController: NowWebViewController, didShow page: NowWebPage) {
        told.append("shown \(page.url?.relativePath ?? page.address)")
    }
}

/// Runs the documentation's snippets against the sandbox over a real socket.
struct WebSnippetTests {
    @Test @MainActor func serviceIsCreatedPreloadsAndShowsPage() async throws {
        try await WebInstance.onTheSandbox { address in
            let screen = Screen()
            await screen.prepare(instanceUrl: address)
            let service = try #require(screen.webService)
            expectEqual(service.configuration.instanceUrl, address)
            let home = try #require(URL(string: "home.do"))
            screen.preload([home, address.appending(path: "home.do")])
            let controller = try #require(screen.makeView(home))
            #expect(controller.page == nil && screen.told.isEmpty)
            let page = try await controller.loadPage().value
            #expect(page.url?.path == "/home.do" && page.statusCode == 200)
            #expect(page.title.contains("Home"))
            #expect(page.text.contains("john.doe"))
            expectEqual(screen.told, ["shown /home.do"])
            // One screen's page is another's link.
            let link = try #require(page.links.first { $0.target == "/logout.do" })
            expectEqual(link.url, address.appending(path: "logout.do"))
        }
    }

    @Test func bothInitializersCreateAService() async throws {
        try await WebInstance.onTheSandbox { address in
            // As the documentation declares it.
            let make: (URL, @escaping ((Result<NowWeb.NowWebService, NowSDK.NowServiceError>) -> Void)) -> Void =
                NowWeb.makeWebService(instanceUrl:completion:)
            var service: NowWebService?
            make(address) { service = try? $0.get() }
            expectEqual(service?.configuration.instanceUrl, address)
            guard let coreService = NowSDK.core(), let serviceConfig = NowSDK.makeServiceConfiguration(for: address)
            else {
                Issue.record("the SDK is not configured")
                return
            }
            let webService = NowWebService(configuration: serviceConfig, coreServiceProvider: coreService)
            expectEqual(webService.configuration, serviceConfig)
            let nowhere = try #require(URL(string: "ftp://x"))
            await #expect(throws: NowServiceError.serviceConfigurationInvalid) {
                try await NowWeb.makeWebService(instanceUrl: nowhere)
            }
        }
    }

    @Test func invalidArgumentsHaveMessages() async throws {
        let screen = Screen()
        try await withConfiguration(WebInstance.configuration(ScriptedTransport([]))) {
            await screen.prepare(instanceUrl: try #require(URL(string: "ftp://x")))
        }
        let error = try #require(await screen.webServiceError)
        expectEqual(error.localizedDescription, NowServiceError.serviceConfigurationInvalid.description)
    }

    @Test @MainActor func themeIsComposedAndFollowsAppearance() async throws {
        try await WebInstance.onTheSandbox { address in
            let screen = Screen()
            await screen.prepare(instanceUrl: address)
            let webTheme = CarrascoWebTheme(webColors: WebColors())
            #expect(webTheme.color.alertPositive0.hex == "#CADFC0" && webTheme.color.brand.hex == "#302F4B")
            #expect(webTheme.color.textActionble.hex == "#FFFFFF" && webTheme.color.textPrimary.alpha == 0.25)
            let controller = try #require(
                screen.webViewController(for: address.appending(path: "home.do"), delegate: screen))
            expectEqual(controller.themeSheet, ThemeSheet.css(for: .light))
            controller.traitCollection = NowTraitCollection(userInterfaceStyle: .dark)
            expectEqual(controller.themeSheet, ThemeSheet.css(for: .dark))
            #expect(screen.told.isEmpty)
            // The page has the theme's colors, also when the theme changes while it is shown.
            let page = try await controller.loadPage().value
            func colored(_ theme: WebTheme) -> String { "<style>\(ThemeSheet.css(for: theme))</style></head>" }
            #expect(String(decoding: page.themedData, as: UTF8.self).contains(colored(.dark)))
            controller.traitCollection = NowTraitCollection(userInterfaceStyle: .light)
            let light = String(decoding: try #require(controller.page).themedData, as: UTF8.self)
            #expect(light.contains(colored(.light)))
            expectEqual(light.replacing(colored(.light), with: "</head>"), String(decoding: page.data, as: UTF8.self))
        }
    }
}
