import Workbench

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
        .init("/api/now/import/TABLE", .present, "Import Set API, without transform maps"),
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
        .init("/sp", .partial, "Service Portal: tickets, lists, articles"),
        .init("/TABLE_list.do?CSV", .absent, "CSV, EXCEL, XML, JSONv2, PDF and other processors answer 404"),
        .init("/TABLE.do?SOAP", .absent, "SOAP and WSDL"),
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
}

extension HelpTopics {
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
