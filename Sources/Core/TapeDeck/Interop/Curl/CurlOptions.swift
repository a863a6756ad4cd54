import Notation

/// The options of curl 7.88, by long name: https://curl.se/docs/manpage.html.
extension CurlCommand {
    static let short: [UInt8: String] = Dictionary(
        uniqueKeysWithValues: [
            ("X", "request"), ("H", "header"), ("d", "data"), ("G", "get"), ("F", "form"), ("u", "user"),
            ("b", "cookie"), ("I", "head"), ("A", "user-agent"), ("e", "referer"), ("T", "upload-file"),
            ("o", "output"), ("m", "max-time"), ("x", "proxy"), ("w", "write-out"), ("c", "cookie-jar"),
            ("r", "range"), ("E", "cert"), ("D", "dump-header"), ("C", "continue-at"), ("g", "globoff"),
            ("n", "netrc"), ("U", "proxy-user"), ("y", "speed-time"), ("Y", "speed-limit"),
        ].map { (Array($0.0.utf8)[0], $0.1) })

    /// Flags about the output or the connection, which do not change the request.
    static let shortFlags = Set("LkssSvifN46#0OJRjqpZ123".utf8)
    static let flags = names(
        """
        location insecure silent show-error verbose include fail fail-with-body fail-early no-buffer buffer compressed
        http1.1 http2 http2-prior-knowledge http1.0 http3 http0.9 progress-bar progress-meter ipv4 ipv6
        remote-name remote-name-all remote-header-name remote-time create-dirs ssl ssl-reqd ssl-no-revoke tlsv1 tlsv1.0
        tlsv1.1 tlsv1.2 tlsv1.3 tcp-nodelay tcp-fastopen keepalive alpn npn sessionid parallel parallel-immediate
        styled-output disable junk-session-cookies basic proxytunnel retry-all-errors retry-connrefused post301 post302
        post303 cert-status ca-native raw trace-time xattr clobber
        """)
    static let valued = names(
        """
        output output-dir max-time proxy write-out cookie-jar cert cert-type key key-type pass cacert capath
        connect-timeout resolve retry retry-delay retry-max-time dump-header interface ciphers tls13-ciphers noproxy
        max-redirs connect-to proxy-user proxy-header limit-rate tls-max max-filesize speed-time speed-limit stderr trace
        trace-ascii rate parallel-max keepalive-time dns-servers doh-url local-port unix-socket abstract-unix-socket
        socks5 socks5-hostname socks4 socks4a preproxy pinnedpubkey curves hsts alt-svc expect100-timeout
        happy-eyeballs-timeout-ms create-file-mode netrc-file crlfile
        """)
    static let used = names(
        """
        request header data data-ascii data-raw data-binary data-urlencode json form form-string user cookie user-agent
        referer url url-query oauth2-bearer upload-file range continue-at
        """)

    private static func names(_ list: String) -> Set<String> {
        Set(list.split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    static func hasValue(_ name: String) -> Bool { used.contains(name) || valued.contains(name) }
}
