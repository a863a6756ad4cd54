import ExchangeModel

/// A request for a page. Whether somebody is signed in, the page asks for itself (`SignInDesk.visitor`).
struct PageCall {
    let request: HTTPRequest
    /// The path with its escapes undone.
    let path: String
    let store: RecordStore
    /// Wire time.
    let now: Timestamp
    /// Whether the request came over TLS.
    let secure: Bool
    /// The cookies that the answer sets.
    var cookies: [String] = []
    /// What `X-Is-Logged-In` says; nil leaves the line out.
    var isLoggedIn: Bool?

    init(request: HTTPRequest, path: String, store: RecordStore, now: Timestamp, secure: Bool) {
        self.request = request
        self.path = path
        self.store = store
        self.now = now
        self.secure = secure
    }
}
