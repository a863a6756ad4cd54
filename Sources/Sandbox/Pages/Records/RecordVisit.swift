import ExchangeModel

/// A page that somebody asks for who is signed in: with what the Table API's own code needs to find, show and change
/// records for him.
struct RecordVisit {
    let session: SessionBook.Session
    /// The request as an API would have it.
    let call: Call
    let viewer: PageViewer
    /// What was done just before, to be said on this page.
    var notice: String

    /// Nil when nobody is signed in. Whatever the last page left to be said is taken.
    init?(_ page: inout PageCall, _ desk: inout SignInDesk) throws {
        guard let session = try page.signedIn(at: &desk),
            let account = try AccountBook(store: page.store).account(session.userID)
        else { return nil }
        self.session = session
        call = Call(
            request: page.request, parameters: Parameters(page.request.url), account: account, store: page.store,
            linkBase: page.request.url.origin + "/api/now/table/")
        viewer = PageViewer(account: account, build: page.build, now: page.now)
        notice = desk.visits[session].notice
        if !notice.isEmpty { desk.visits[session].notice = "" }
    }

    var account: Account { call.account }
    var store: RecordStore { call.store }

    /// What people read for values, in the user's own form.
    var lookup: DisplayLookup { DisplayLookup(store: store, account.format) }

    /// A page of the visit.
    func page(_ title: String, form: String, _ body: String, status: Int = 200) -> Answer {
        Page(title: title, form: form, body: body, notice: notice).answer(status: status, in: session, for: viewer)
    }

    /// What instances say of a table or record that is closed to the user. They answer 200.
    func withheld(_ form: String) -> Answer {
        page(
            "Security constraint", form: form,
            "<p role=\"alert\">Security constraints prevent access to requested page</p>\n"
                + "<p><a href=\"/home.do\">Home</a></p>")
    }

    /// What instances say of a record that is not there. They answer 200.
    func missing(_ form: String) -> Answer {
        page(
            "Record not found", form: form,
            "<p role=\"alert\">Record not found</p>\n<p><a href=\"/home.do\">Home</a></p>")
    }
}
