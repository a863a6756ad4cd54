import ExchangeModel

/// `auth_redirect`: what an instance with a single sign-on answers in the place of every page, with status 200 (as
/// recorded from instances). A script sends the browser to an identity provider; ours is at a host that does not exist.
enum SingleSignOnPage {
    static func answer(wanting target: String, _ call: PageCall, _ session: SessionBook.Session) -> Answer {
        let origin = call.request.url.origin
        let state =
            origin + "/saml_redirector.do?sysparm_nostack=true&sysparm_uri=" + PercentCoding.encode(target)
        // What is asked for there is told by the session; nobody reads it.
        let request = PercentCoding.encode("sandbox:" + String(session.csrfToken.prefix(16)))
        let provider =
            "https://idp.example.com/saml2?SAMLRequest=\(request)&RelayState=\(PercentCoding.encode(state))"
        let text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="UTF-8">
            <title>Sandbox</title>
            <script>var g_ck = '\(session.csrfToken)'; var o = {}; o.logged_in = false; o.form_name = 'auth_redirect';</script>
            </head>
            <body data-formName="auth_redirect">
            <script data-comment="loading_page redirect">setTimeout(function(){ top.location.href = '\(provider)'; }, 0);</script>
            <noscript><p>This instance signs people in at <code>idp.example.com</code>, by a script.</p></noscript>
            </body>
            </html>

            """
        return Answer(status: 200, body: Array(text.utf8), contentType: "text/html;charset=UTF-8")
    }
}
