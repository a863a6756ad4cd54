package import Workbench

extension Capability {
    package static let sandbox = Capability(
        "Sandbox",
        verbs: [.serveSandbox],
        topics: [HelpTopics.sandbox, HelpTopics.faults])
}

extension Parameter {
    package static let clientCA = Flag<String>(
        "client-ca", .file, "Sign in clients by certificates of these authorities (PEM); needs TLS")
    package static let rows = Flag<[String]>(
        "rows", .word("TABLE=N"), mayRepeat: true, "Fill this table up to N records, at most 2000000")
    package static let clock = Flag<String>(
        "clock", .word("TIME"), fallback: "now, or 2025-03-03T16:00:00Z with --frozen",
        "Start the instance's clock here (UTC); records are dated relative to it")
    package static let frozen = Flag<Bool>("frozen", "Stop the clock; every change advances it by one second")
    package static let userZone = Flag<String>(
        "user-zone", .word("ZONE"), fallback: "US/Pacific",
        "The time zone of users who have none")
    package static let tokenLifetime = Flag<Int>(
        "token-lifetime", .number(1...315_360_000), fallback: "set by the application",
        "The lifetime of access tokens in seconds")
    package static let sessionLifetime = Flag<Int>(
        "session-lifetime", .number(1...315_360_000), fallback: "1800",
        "End sessions after this many idle seconds")
    package static let pageSignIn = Flag<String>(
        "page-sign-in", .choice(["form", "sso", "saml-post", "portal"]), fallback: "form",
        "Redirect unauthenticated browsers to this kind of login")
    package static let build = Flag<String>(
        "build", .word("VERSION"), fallback: "08-07-2025_0908",
        "Report this build version; addresses of styles and scripts contain it")
    package static let data = Flag<String>(
        "data", .file, fallback: "in memory", "Keep the records in this file, as --sandbox does")
    package static let fault = Flag<[String]>(
        "fault", .word("NAME[=N]"), mayRepeat: true, "Enable this fault; may be repeated")
}

extension Command {
    package static let serveSandbox = Command(
        "serve sandbox", "Serve the sandbox over HTTP or HTTPS on this machine",
        details: """
            Prints its URL on standard output; only programs on this machine can reach it. The records are
            generated, the same every time, and kept in memory unless --data names a file. --rows enlarges a table
            for tests.

            --tls-self-signed creates a certificate authority for localhost, sandbox.localhost, 127.0.0.1 and ::1
            with the openssl program; trust DIR/ca.pem once and every later run with the folder is trusted. With
            --client-ca a client certificate signs in the user whose name is its common name (CN).

            --fault makes the server misbehave as instances sometimes do: help faults.
            """,
        flags: [
            .port
        ] + GlobalFlags.ofServers + [
            .clientCA,
            .rows,
            .clock,
            .frozen,
            .userZone,
            .tokenLifetime,
            .sessionLifetime,
            .pageSignIn,
            .build,
            .data,
            .fault,
        ],
        rules: [.atMostOne([.tls, .tlsSelfSigned])],
        traits: Traits(isRecorded: false, servesUntilEnded: true),
        examples: [
            Example("snowdeck serve sandbox --port 8080", "an instance at http://127.0.0.1:8080"),
            Example(
                "snowdeck serve sandbox --port 8443 --tls-self-signed ~/.sandbox-tls",
                "an instance at https://127.0.0.1:8443"),
            Example(
                "snowdeck serve sandbox --tls-self-signed ~/.sandbox-tls --client-ca ~/company.pem",
                "client certificates of a company sign in"),
            Example("snowdeck serve sandbox --rows incident=100000 --rows syslog=50000", "a large instance"),
            Example(
                "snowdeck serve sandbox --clock 2025-06-01T09:00:00Z --user-zone Europe/Berlin",
                "another time and time zone"),
            Example(
                "snowdeck serve sandbox --token-lifetime 2 --session-lifetime 3",
                "short-lived tokens and sessions"),
            Example(
                "snowdeck serve sandbox --page-sign-in sso", "pages that redirect to single sign-on"),
            Example("snowdeck serve sandbox --fault rate-limit=100 --fault truncate=10", "an instance with faults"),
        ])
}

/// An address of an instance, and how far the sandbox implements it.
struct SandboxFeature {
    enum Extent: String, CaseIterable {
        case present = "Present"
        case partial = "Partial"
        case absent = "Absent"
    }

    /// TABLE stands for any table name.
    let address: String
    let extent: Extent
    let note: String

    init(_ address: String, _ extent: Extent, _ note: String) {
        self.address = address
        self.extent = extent
        self.note = note
    }

    static let all: [SandboxFeature] = [
        .init("/api/now/table/TABLE", .present, "Table API in JSON, versions 1 and 2"),
        .init("/api/now/stats/TABLE", .present, "Aggregate API"),
        .init("/api/now/attachment", .present, "Attachment API"),
        .init("/api/now/v1/batch", .present, "Batch API"),
        .init("/api/now/doc/table/schema", .present, "tables and labels"),
        .init("/api/now/ui/meta/TABLE", .present, "columns of a table"),
        .init("/api/now/ui/user/current_user", .present, "the current user"),
        .init(
            "/oauth_token.do", .present, "OAuth tokens: all grants, client credentials in the form or a Basic header"),
        .init("/login.do", .present, "login form, second factor, single sign-on (--page-sign-in)"),
        .init("/api/now/graphql", .partial, "records, mutations, aggregates, introspection; no scripted schemas"),
        .init("/api/x_snc_my_work/v1/tracker/task", .partial, "Task Tracker API of My Work: tasks and comments"),
        .init("/api/now/table/sys_script", .partial, "business rules abort by their filter; scripts are not run"),
        .init("/api/now/table/sys_dictionary", .partial, "tables, columns, labels and choices are read-only"),
        .init("/api/now/table/sys_audit", .partial, "records as shipped; changes add none"),
        .init("/api/now/table/sysevent", .partial, "records as shipped; changes add none"),
        .init("/api/now/table/task_sla", .partial, "records as shipped; tasks get no new SLAs"),
        .init("/TABLE.do", .partial, "forms, without client scripts and UI policies"),
        .init("/TABLE_list.do", .partial, "lists: filters, order, groups, pages"),
        .init("/kb_view.do", .partial, "knowledge articles"),
        .init("/sp", .partial, "Service Portal: redirects to forms, lists and articles"),
        .init("/TABLE_list.do?CSV", .absent, "CSV, EXCEL, XML, JSONv2, PDF and other processors answer 404"),
        .init("/TABLE.do?SOAP", .absent, "SOAP and WSDL"),
        .init("/api/now/import/TABLE", .absent, "Import Set API and transform maps"),
        .init("/api/now/cmdb/instance/cmdb_ci", .absent, "CMDB Instance API"),
        .init("/api/now/identifyreconcile", .absent, "Identification and Reconciliation API"),
        .init("/api/sn_chg_rest/change", .absent, "Change Management API"),
        .init("/api/sn_sc/servicecatalog/catalogs", .absent, "Service Catalog API"),
        .init("/api/sn_km_api/knowledge/articles", .absent, "Knowledge Management API"),
        .init("/api/sn_cicd/app_repo/install", .absent, "CI/CD API"),
        .init("/api/global/em/jsonv2", .absent, "Event Management API"),
        .init("/api/now/email", .absent, "Email API"),
        .init("/api/now/pa/scorecards", .absent, "Performance Analytics API"),
        .init("/amb", .absent, "live updates"),
    ]
}

extension HelpTopics {
    static let sandbox = HelpTopic(
        name: "sandbox", summary: "Which instance features the sandbox has",
        page: {
            let parts = SandboxFeature.Extent.allCases.flatMap { extent -> [HelpPage.Block] in
                let features = SandboxFeature.all.filter { $0.extent == extent }
                return [.heading(extent.rawValue), .terms(features.map { ($0.address, $0.note) })]
            }
            return parts + [
                .prose(
                    """
                    An API that is absent answers as on an instance without its plug-in: status 400, "Requested URI does not
                    represent any resource".
                    """)
            ]
        })

    /// The faults of the served sandbox. A test compares this list with the sandbox's own.
    static let faults = HelpTopic(
        name: "faults", summary: "Faults that serve sandbox can simulate",
        page: {
            [
                .prose(
                    "Use --fault to test how a client handles an instance that misbehaves."
                ),
                .terms([
                    (
                        "truncate[=N]",
                        "every Nth list (default: every list) breaks off in the middle, with status 200"
                    ),
                    ("rate-limit=N", "after N requests of a user to an API within an hour: 429"),
                    ("slow=SECONDS", "every answer is delayed by this many seconds"),
                    ("server-error=N", "every Nth request fails with 500"),
                    ("html-error=N", "every Nth request fails with 503 and an HTML page"),
                    ("expire-session=N", "a session ends after N requests"),
                    ("basic-restricted", "passwords of people are refused for APIs, as on new instances"),
                    ("second-factor", "every password needs the second factor's code, 246810"),
                    ("single-sign-on", "APIs send clients without a credential to an identity provider"),
                    ("hibernating", "every request is answered by the page of a sleeping instance"),
                    ("invalid-query-returns-no-rows", "a query with an invalid part matches nothing"),
                    (
                        "no-my-work",
                        "My Work and its Task Tracker API are not installed"
                    ),
                    (
                        "upgraded",
                        """
                        as after an upgrade: incident.business_impact is called impact_on_business, \
                        incident.resolved_by holds text, incident.category has the choice cloud, and problem is closed
                        """
                    ),
                ]),
                .prose(
                    "snowdeck serve sandbox --fault rate-limit=100 --fault truncate=10 simulates a busy, unreliable instance."
                ),
            ]
        })
}
