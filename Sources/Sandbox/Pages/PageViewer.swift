import ExchangeModel

/// Who looks at a page, and what the instance is: what every page tells its scripts and shows above itself.
struct PageViewer {
    /// Nobody is signed in when there is none.
    var account: Account?
    /// The version of the instance, which its assets carry.
    var build: String = SandboxOptions.usualBuild
    /// Wire time, for the offset of the user's zone.
    var now = Timestamp(seconds: 0)

    /// The bar above a page: where one can go, and who one is. Empty for nobody.
    var header: String {
        guard let account else { return "" }
        let links = PageViewer.destinations.map { "<li><a href=\"\(HTML.escaped($0.address))\">\($0.name)</a></li>" }
        return """
            <header class="bar">
            <a class="brand" href="/home.do"><img src="\(PageAssets.logo)" alt="" width="24" height="24"> Sandbox</a>
            <nav aria-label="Main">
            <ul>
            \(links.joined(separator: "\n"))
            </ul>
            </nav>
            <p class="user"><a href="/sys_user.do?sys_id=\(account.sysID)">\(HTML.escaped(account.name))</a>
            <a href="/logout.do">Log out</a></p>
            </header>

            """
    }

    private static let destinations = [
        (name: "Home", address: "/home.do"),
        (name: "Incidents", address: "/incident_list.do?sysparm_query=active=true"),
        (name: "Problems", address: "/problem_list.do?sysparm_query=active=true"),
        (name: "Changes", address: "/change_request_list.do?sysparm_query=active=true"),
        (name: "Knowledge", address: "/kb"),
        (name: "Portal", address: "/sp"),
    ]
}
