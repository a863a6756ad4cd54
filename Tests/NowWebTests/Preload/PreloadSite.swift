import ExchangeModel
import LiveTransport
import LoopbackServer
import NowSDK
import NowWeb
import Testing

/// A site of pages with assets on a real socket, and a client of it.
final class PreloadSite: Sendable {
    let clock = ManualClock()
    let server: AssetServer
    let listener: LoopbackListener
    let instance: Instance
    let transport: CurlTransport
    let cache: WebCache

    /// Each page needs eight assets: four shared by all pages, one shared by every tenth, and three of its own. The
    /// first style sheet refers to a picture.
    static let pages = 50
    static let assets = 200

    init(cache: WebCache = WebCache(), mayBlock: @escaping @Sendable () -> Bool = { false }) throws {
        self.cache = cache
        server = AssetServer(clock: clock)
        listener = try LoopbackListener(server)
        instance = try Instance("http://127.0.0.1:\(listener.port)")
        transport = CurlTransport(mayBlock: mayBlock)
        publish(version: 1)
    }

    deinit { listener.stop() }

    var addresses: [HTTPURL] { (0..<Self.pages).map { instance.url("/page\($0).do") } }

    /// Publishes pages and assets of a version, which is part of the asset URLs.
    func publish(version: Int) {
        for page in 0..<Self.pages {
            let own = (0..<3).map { Self.ownAsset(page, $0, version) }
            let names = (0..<4).map { Self.sharedAsset($0, version) } + [Self.sometimes(page % 10, version)] + own
            let links = names.map { name in
                name.contains(".js") ? "<script src='\(name)'></script>" : "<link rel=stylesheet href='\(name)'>"
            }
            server["/page\(page).do"] = AssetServer.Item(
                body: Array("<!doctype html><title>Page \(page)</title>\(links.joined())<p>Hello".utf8),
                type: "text/html;charset=UTF-8", headers: ["Cache-Control": "no-store"])
            for (number, name) in own.enumerated() { put(name, size: 1000 + number) }
        }
        for number in 0..<4 { put(Self.sharedAsset(number, version), size: 20_000) }
        for number in 0..<10 { put(Self.sometimes(number, version), size: 5000) }
        // 4 + 10 + 150, and the picture of the first sheet.
        let pictures = (0..<Self.assets - 164).map { "picture\($0).iix?v=\(version)" }
        for name in pictures { put("/" + name, size: 100, type: "image/png") }
        let sheet = pictures.map { "a{background:url(\($0))}" }.joined()
        server[Self.sharedAsset(0, version)] = AssetServer.Item(body: Array(sheet.utf8), headers: Self.kept("sheet"))
    }

    private func put(_ name: String, size: Int, type: String? = nil) {
        server[name] = AssetServer.Item(
            body: [UInt8](repeating: 0x20, count: size),
            type: type ?? (name.contains(".js") ? "text/javascript" : "text/css"), headers: Self.kept(name))
    }

    /// As instances send it: private, for a year, and here with a validator.
    private static func kept(_ name: String) -> HeaderFields {
        [
            "Cache-Control": "private", "Expires": ManualClock.start.advanced(bySeconds: 369 * 86400).httpText,
            "ETag": "\"\(name.utf8.count)\"",
        ]
    }

    private static func sharedAsset(_ number: Int, _ version: Int) -> String { "/shared\(number).cssx?v=\(version)" }
    private static func sometimes(_ number: Int, _ version: Int) -> String { "/some\(number).jsx?v=\(version)" }
    private static func ownAsset(_ page: Int, _ number: Int, _ version: Int) -> String {
        "/own\(page)_\(number).jsdbx?v=\(version)"
    }

    /// A preload over this site's transport, or another.
    func preloader(by other: (any Transport)? = nil, cache other2: WebCache? = nil) -> Preloader {
        Preloader(
            client: PageClient(instance: instance, transport: other ?? transport), cache: other2 ?? cache, clock: clock)
    }

    /// The requests since the last call: for pages, for assets, and how many of the latter were conditional.
    func taken() -> [Int] {
        let asked = server.taken()
        return [
            asked.count { $0.contains("/page") }, asked.count { !$0.contains("/page") },
            asked.count { $0.hasSuffix("?") && $0.hasSuffix(" ?") },
        ]
    }
}
