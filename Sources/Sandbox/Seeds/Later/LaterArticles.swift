/// Articles with all that an article may hold: headings, lists, tables, code, pictures and links.
enum LaterArticles {
    /// Each with its number, what it is called, its category and what it says.
    static let all: [(number: String, title: String, category: String, text: String)] = [
        (
            "KB0000031", "Restart a stuck mail queue", "email",
            """
            <h1>Restart a stuck mail queue</h1>
            <p>Messages wait on <strong>ham-mail-01</strong> when the disk was full for a while. The queue starts again \
            by itself only after <em>four hours</em>; do it by hand when somebody is waiting.</p>
            <h2>Before you begin</h2>
            <ul><li>You need the role <code>mail_admin</code>.</li><li>Look whether there is an open change for the \
            server.</li><li>Tell the service desk.</li></ul>
            <h2>Steps</h2>
            <ol><li>Look at the queue:<pre><code>$ mailq | tail -1
            -- 4182 Kbytes in 311 Requests.</code></pre></li>
            <li>Free space on <code>/var/spool</code> if less than 10 % is left.</li>
            <li>Flush it:<pre><code>$ sudo postqueue -f
            $ watch -n 5 'mailq | tail -1'</code></pre></li></ol>
            <h2>How long it takes</h2>
            <table><caption>Time to empty, by size</caption><thead><tr><th scope="col">Messages</th><th scope="col">\
            Minutes</th><th scope="col">Remarks</th></tr></thead><tbody><tr><td>up to 500</td><td>2</td><td>Just wait\
            </td></tr><tr><td>up to 5 000</td><td>15</td><td>Watch the load</td></tr><tr><td>more</td><td>60</td><td>\
            Call the mail team</td></tr></tbody></table>
            <blockquote><p>A queue that fills again within the hour has another cause.</p></blockquote>
            <p>See also <a href="/kb_view.do?sysparm_article=KB0010017">how to recover a deleted mail</a>.</p>
            """
        ),
        (
            "KB0000032", "How the order service hangs together", "applications",
            """
            <h1>How the order service hangs together</h1>
            <p>Orders come in on the left and leave on the right. Each box is a server, and each line a queue.</p>
            <figure><img src="\(PageAssets.diagram)" alt="Three servers in a row: intake, rules, dispatch" width="240" \
            height="80"><figcaption>Intake, rules, dispatch</figcaption></figure>
            <h2>Who looks after what</h2>
            <dl><dt>Intake</dt><dd>Application Development</dd><dt>Rules</dt><dd>Database</dd><dt>Dispatch</dt>\
            <dd>Network</dd></dl>
            <h2>When it stands still</h2>
            <p><img src="\(PageAssets.badge)" alt="Green mark" width="24" height="24"> Every box shows a green mark \
            while it works. Without one:</p>
            <ol><li>Open an incident of the category <a href="/incident.do?sys_id=-1&amp;sysparm_query=category=software">\
            Software</a>.</li><li>Name the box.</li></ol>
            <p>The <a href="/cmdb_ci_list.do?sysparm_query=operational_status=2">list of what does not work now</a> \
            is kept by the monitoring.</p>
            """
        ),
        (
            "KB0000033", "Write a good incident", "policies",
            """
            <h1>Write a good incident</h1>
            <p>Whoever reads it was not there. Say what you did, what you saw, and what you expected.</p>
            <h2>In other scripts too</h2>
            <p>Grüße, Ελληνικά, עברית, 日本語: everything may be written as it is spoken. Emoji 🙂 count as one \
            character.</p>
            <h3>Good</h3>
            <p><q>Since 9:00 printing from Orchard CRM ends with error 0x0000011B.</q></p>
            <h3>Not so good</h3>
            <p><s>Printer broken!!!</s></p>
            <hr>
            <p>Keys: <kbd>Ctrl</kbd> + <kbd>Shift</kbd> + <kbd>S</kbd> takes a picture of the window. Limits: \
            24&nbsp;MB &lt; 25&nbsp;MB.</p>
            """
        ),
    ]
}
