import ExchangeModel
import NowData
import NowSDK
import Workbench

/// Explains certificate errors and web pages received in place of API responses.
enum ConnectionProblems {
    static func problem(_ failure: TransportFailure, with choice: SignInChoice, at name: String) -> Problem? {
        func about(_ notes: [String], _ hints: [String]) -> Problem {
            Problem(.network, sentence(failure.message), notes: notes, hints: hints)
        }
        switch failure.cause as? NetworkError {
        case .certificate(let fault, let host): return problem(fault, host, at: name)
        case .unreadableCertificateFile:
            return about(
                ["--cacert expects CA certificates in PEM format."],
                ["openssl x509 -in FILE -noout -subject -enddate shows what is in a file."])
        case _ where failure.kind == .tls && choice.kind == .certificate:
            return about(
                ["The instance may reject this client certificate, or require one from another authority."],
                ["openssl x509 -in CERTIFICATE -noout -issuer -enddate shows whose it is, and until when."])
        case .handshakeFailed:
            return about(
                ["The server does not support TLS, or only versions that are too old to be safe."],
                ["openssl s_client -connect \(place(name)) </dev/null shows what it says."])
        case .insecureRedirect: return about([whyPage("")], [lookInBrowser])
        case .foreignRedirect:
            return about(
                ["Nothing was sent there: a request is sent only to the instance it is meant for."],
                ["connect https://NAME.service-now.com, if the instance has another address now."])
        case .unknownHost:
            return about(
                ["The name may be misspelled, or this machine is offline."],
                ["connect https://NAME.service-now.com", "profile list shows the known names."])
        case .connectionRefused:
            return about(
                ["No server is listening at that address and port."],
                ["connect https://NAME.service-now.com", "profile list shows the known addresses."])
        default: return nil
        }
    }

    private static let lookInBrowser = "Open any page in a browser on this machine to see which login appears."

    /// Host and port of an instance as typed: `dev1` is `dev1.service-now.com:443`.
    private static func place(_ name: String) -> String {
        let name = name.hasPrefix("https://") ? String(name.dropFirst(8)) : name
        if name.contains(":") { return name }
        return (name.contains(".") ? name : name + ".service-now.com") + ":443"
    }

    private static func problem(_ fault: CertificateFault, _ host: String, at name: String) -> Problem {
        let own = place(name)
        let peer = own.hasPrefix(host + ":") ? own : host + ":443"
        let look = "openssl s_client -connect \(peer) -servername \(host) </dev/null | openssl x509 -noout "
        let (note, hints) =
            switch fault {
            case .expired:
                (
                    "It was not renewed, or this machine's clock is ahead.",
                    ["date shows this machine's clock.", look + "-enddate"]
                )
            case .notYetValid:
                (
                    "This machine's clock is most likely behind.",
                    ["timedatectl status shows whether this machine's clock is right.", look + "-startdate"]
                )
            case .otherName:
                (
                    "The server is not that instance, or the instance has another name.",
                    [look + "-subject -ext subjectAltName", "connect https://NAME.service-now.com"]
                )
            case .selfSigned:
                (
                    "service-now.com certificates are never self-signed: another server may intercept the connection.",
                    ["snowdeck --cacert FILE trusts a certificate from a source you trust."]
                )
            case .unknownAuthority:
                (
                    "A company proxy with its own authority may be intercepting the connection.",
                    ["snowdeck --cacert FILE trusts the authority of that file as well."]
                )
            case .revoked:
                ("Its owner revoked it.", ["Ask the administrator of \(host)."])
            }
        return Problem(.network, "The certificate of \(host) \(fault.rawValue).", notes: [note], hints: hints)
    }

    /// A page where JSON was expected; nil otherwise. A page without a title cannot be described.
    static func page(_ errorResponse: ErrorResponse, _ name: String) -> Problem? {
        guard errorResponse.kind == .notJSON, case .webPage(let title)? = errorResponse.cause else { return nil }
        if WebPageKind(title: title) == .hibernating { return hibernating(title, name) }
        return Problem(
            .refused,
            "\(name) answered with a web page\(called(title)) and not with JSON (HTTP \(errorResponse.status)).",
            notes: [whyPage(title)], hints: aboutPage(title))
    }

    /// A developer instance that sleeps answers everything with status 200 and a page (issues in
    /// vdesabou/kafka-docker-playground, 8778 and 8780, have it in full).
    static func hibernating(_ title: String, _ name: String) -> Problem {
        Problem(.refused, "\(name) is hibernating.", notes: [whyPage(title)], hints: aboutPage(title))
    }

    /// A captive portal, which RFC 6585 has a status for.
    static func portal(_ title: String, _ name: String) -> Problem {
        Problem(
            .refused,
            "This network requires a login before it allows requests to \(name)"
                + (title.isEmpty ? "" : ": its page is “\(title)”") + " (HTTP 511).", hints: [lookInBrowser])
    }

    static func portal(_ errorResponse: ErrorResponse, _ name: String) -> Problem {
        if case .webPage(let title)? = errorResponse.cause { return portal(title, name) }
        return portal("", name)
    }

    static func called(_ title: String) -> String { title.isEmpty ? "" : ", “\(title)”," }

    static func whyPage(_ title: String) -> String {
        switch WebPageKind(title: title) {
        case .hibernating: "A developer instance hibernates when it is not used for a while."
        case .login: "It is a login page of the instance, a company's single sign-on, or this network."
        case .other:
            "It may come from a captive portal, a proxy, or an instance in maintenance."
        }
    }

    static func aboutPage(_ title: String) -> [String] {
        let shown = "tape show shows the response."
        return switch WebPageKind(title: title) {
        case .hibernating: ["Sign in at https://developer.servicenow.com to wake it; that takes some minutes.", shown]
        case .login:
            ["login --sign-in browser signs in with the browser.", lookInBrowser, shown]
        case .other: [lookInBrowser, shown]
        }
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
