import Glibc

/// Where Chromium stands on this machine, and what it is started with.
package struct ChromiumProgram: Sendable, Hashable {
    /// The file that is run.
    package let path: String

    /// A browser at a path.
    package init(path: String) { self.path = path }

    /// The Debian package that it comes with.
    package static let package = "chromium"

    /// Looks for it in the folders of PATH, then where Debian puts it (`standard`). Throws `.missing`.
    package static func find(
        path: String?, standard: [String] = ["/usr/bin"]
    ) throws(ChromiumFailure) -> ChromiumProgram {
        let folders = (path ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init) + standard
        for folder in folders {
            for name in ["chromium", "chromium-browser"] {
                let file = folder + "/" + name
                if access(file, X_OK) == 0 { return ChromiumProgram(path: file) }
            }
        }
        throw ChromiumFailure(.missing, "There is no Chromium on this machine.")
    }

    /// The words it is started with: without a window, with a profile of its own, spoken to over descriptors 3 and 4.
    ///
    /// - Parameters:
    ///   - profile: the folder that it may fill.
    ///   - hosts: the only hosts that it finds; every other name and address is none, so that no page contacts strangers.
    ///   - isRoot: whether this process is the system's administrator.
    func words(profile: String, hosts: [String], isRoot: Bool) -> [String] {
        let rules = ["MAP * ~NOTFOUND"] + hosts.map { "EXCLUDE " + $0 }
        var words = [
            path, "--headless=new", "--remote-debugging-pipe", "--user-data-dir=" + profile,
            "--host-resolver-rules=" + rules.joined(separator: ", "),
            // A proxy would resolve names in our place, and WebRTC goes past the resolver.
            "--no-proxy-server", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--no-first-run", "--no-default-browser-check", "--no-pings", "--disable-background-networking",
            "--disable-component-update", "--disable-default-apps", "--disable-domain-reliability",
            "--disable-extensions", "--disable-sync", "--disable-breakpad", "--disable-crash-reporter",
            "--disable-client-side-phishing-detection", "--disable-dev-shm-usage", "--disable-gpu",
            "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
            "--password-store=basic", "--mute-audio", "--hide-scrollbars", "--force-color-profile=srgb",
        ]
        // Chromium's sandbox refuses to work for root. Whoever runs as root has given up that border already, and the
        // resolver's rules keep the browser with pages of this machine.
        if isRoot { words.append("--no-sandbox") }
        return words + ["about:blank"]
    }
}
