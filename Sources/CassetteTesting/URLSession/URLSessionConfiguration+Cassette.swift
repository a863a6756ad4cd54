public import FoundationNetworking

extension URLSessionConfiguration {
    /// A configuration whose sessions send everything to the tape around this code, and nothing anywhere else.
    ///
    /// Each configuration has its own way to its own tape: sessions of tests that run side by side never meet. Requests
    /// count as on the tape, by method, address, body and the lines of the request that choose an answer; whose they are is
    /// told by an `Authorization` line with a name in it, else they are those of whoever the tape signed in. Cookies,
    /// caches and stored credentials are out of it. Redirects are followed along the tape.
    ///
    /// What FoundationNetworking does not let a protocol do, on Linux: a delegate is not asked about redirects, nor about
    /// a 401, which is an answer like any other (without its `WWW-Authenticate`, which would be answered over the network);
    /// data arrives in one piece; of lines that an answer repeats the values stand in one, with commas; download tasks,
    /// streams and web sockets fail with `URLError.unsupportedURL`; uploads whose body comes from the delegate, too.
    public static func cassette() throws(CassetteTestingError) -> URLSessionConfiguration {
        cassette(try TestTape.required())
    }

    /// The same for a tape at hand.
    public static func cassette(_ tape: TestTape) -> URLSessionConfiguration {
        make(TapeAddress(head: tape.head, user: tape.user))
    }

    /// The same for the cassette of a name, replayed strictly from its beginning for this configuration alone, whether a
    /// tape stands around this code or not. The parameters are those of the trait `.cassette(_:)`.
    public static func cassette(
        _ name: String, in folder: String? = nil, stubs: [Stub] = [], filePath: String = #filePath
    ) throws(CassetteTestingError) -> URLSessionConfiguration {
        let setup = CassetteSetup(name: name, folder: folder, filePath: filePath, mode: .replay, stubs: stubs)
        guard let path = try setup.path() else { throw CassetteTestingError(.misuse, "A cassette needs a name.") }
        return cassette(try TapeVisit.replay(setup, path, nil).tape)
    }

    private static func make(_ address: TapeAddress) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ProtocolRegistry.protocolClass(for: address)]
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        return configuration
    }
}

/// Where a configuration's requests go, and whose they are.
struct TapeAddress: Sendable {
    var head: TapeHead
    var user: String?
}
