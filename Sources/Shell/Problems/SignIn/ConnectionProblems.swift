import ExchangeModel
import NowData
import NowSDK

/// Says what stands between here and an instance: certificates that are not right, and pages that somebody else puts in the
/// place of an answer.
enum ConnectionProblems {
    /// A certificate, or an address that is sent elsewhere; nil for any other failure.
    static func problem(_ failure: TransportFailure, with choice: SignInChoice) -> Problem? {
        if let (fault, host) = CertificateFault.read(failure) { return problem(fault, host) }
        if failure.kind == .tls, choice.kind == .certificate {
            return Problem(
                .network, sentence(failure.message),
                notes: ["The instance may not accept the client certificate, or want one of another authority."],
                hints: ["openssl x509 -in CERTIFICATE -noout -issuer -enddate shows whose it is, and until when."])
        }
        guard failure.kind == .redirect, failure.message.contains("from https to http") else { return nil }
        return Problem(
            .network, sentence(failure.message), notes: [whyPage("")],
            hints: ["Open any page in a browser of this machine: it shows who wants a login first."])
    }

    private static func problem(_ fault: CertificateFault, _ host: String) -> Problem {
        let message = "The certificate of \(host) \(fault.rawValue)."
        let look = "openssl s_client -connect \(host):443 -servername \(host) </dev/null | openssl x509 -noout "
        switch fault {
        case .expired:
            return Problem(
                .network, message, notes: ["Either nobody renewed it, or this machine's clock is ahead."],
                hints: ["date", look + "-enddate"])
        case .notYetValid:
            return Problem(
                .network, message, notes: ["This machine's clock is most likely behind."],
                hints: ["timedatectl status shows whether this machine's clock is right.", look + "-startdate"])
        case .otherName:
            return Problem(
                .network, message,
                notes: ["Whoever answers is not that instance, or it goes by another name."],
                hints: [look + "-subject -ext subjectAltName", "connect https://NAME.service-now.com"])
        case .selfSigned:
            return Problem(
                .network, message,
                notes: ["No instance of service-now.com signs its own: someone may stand in between."],
                hints: ["snowdeck --cacert FILE trusts a certificate that you have from a trusted hand."])
        case .unknownAuthority:
            return Problem(
                .network, message, notes: ["A company's proxy may stand in between, with an authority of its own."],
                hints: ["snowdeck --cacert FILE trusts the authority of that file as well."])
        case .revoked:
            return Problem(
                .network, message, notes: ["Its owner took it back; it proves nothing any more."],
                hints: ["Ask whoever runs \(host)."])
        }
    }

    /// A page where JSON was expected; nil when it is something else. A page without a title says nothing of itself.
    static func page(_ refusal: InstanceRefusal, _ name: String) -> Problem? {
        guard refusal.message.hasPrefix("The answer is a web page"), let start = refusal.message.firstIndex(of: "“"),
            let end = refusal.message.lastIndex(of: "”"), start < end
        else { return nil }
        let title = String(refusal.message[refusal.message.index(after: start)..<end])
        return Problem(.refused, "\(refusal)", notes: [whyPage(title)], hints: aboutPage(title))
    }

    /// Who may have sent a page of that title.
    static func whyPage(_ title: String) -> String {
        let title = title.lowercased()
        if title.contains("hibernat") { return "A developer instance sleeps when nobody has used it for a while." }
        if isLogin(title) {
            return "It is a login page: the instance or a company's single sign-on does not know who asks."
        }
        return
            "A network that wants a login of its own (a captive portal), a proxy and an instance in maintenance answer so."
    }

    /// What can be done about it.
    static func aboutPage(_ title: String) -> [String] {
        let title = title.lowercased()
        if title.contains("hibernat") { return ["https://developer.servicenow.com wakes it.", "tape show"] }
        if isLogin(title) { return ["login", "login --sign-in oauth-code --client-id ID", "tape show"] }
        return ["Open any page in a browser of this machine: it shows who wants a login first.", "tape show"]
    }

    private static func isLogin(_ title: String) -> Bool {
        ["log in", "login", "sign in", "anmeld", "session"].contains { title.contains($0) }
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
