import NowWeb
import Notation
import TestSupport
import Testing

@Suite struct PageReaderTests {
    @Test func nothingIsAnEmptyDocument() {
        #expect(PageReader.document([], contentType: nil) == Document())
    }

    @Test func aWholePageIsRead() {
        let page = """
            <!DOCTYPE html><html lang="en"><head><title> INC0010001 |
              Incident </title><base href="/x/"><meta http-equiv=refresh content="5; url='next.do'">
            <link rel="stylesheet" href="/s.cssx?v=1"><link rel="shortcut icon" href="/i.ico"><script src=a.jsx></script>
            <script>var g_ck = 'x'; document.write("<p>no</p>")</script><style>p { color: red }</style></head>
            <body data-formName="incident">
            <div role=alert>Saved <b>well</b></div>
            <h1>Incident  <i>INC0010001</i></h1>
            <p>Hello,<br>
            world. <a href=" kb_view.do?a=1&amp;b=2 ">An <b>article</b></a>, <img src=a.png alt="a picture">.</p>
            <form action="incident.do" method=POST name=f><input type=hidden name=sysparm_ck value=abc>
            <label for=n>Number</label> <input id=n name=incident.number value=INC1 readonly>
            <label>Active <input type=checkbox name=active checked></label>
            <select name=state required><option value=1>New<option value=2 selected>In progress</select>
            <textarea name=notes placeholder=Notes>
            one
            two</textarea><button name=go value=save>Save <b>it</b></button></form>
            <table><caption>List</caption><thead><tr><th>A<th colspan=2>B<tbody><tr><td>1<td>2<td><ul><li>x<li>y</ul></table>
            <pre>
            a  b
              c</pre><hr><dl><dt>T<dd>M</dl><ol start=3><li>three</ol>
            <input name=orphan></body></html>
            """
        let expected = """
            title 'INC0010001 | Incident'
            language 'en'
            form name 'incident'
            base '/x/'
            refresh 5 'next.do'
            notice
              p 'Saved ' 'well'/b
            h1 'Incident ' 'INC0010001'/i
            p 'Hello,' br 'world. ' a0('An ' 'article'/b) ', ' img'a picture' '.'
            form 0
              p 'Number'/l ' ' field 0.1 ' ' 'Active '/l field 0.2 ' ' field 0.3 ' ' field 0.4 field 0.5
            table 'List'
              row
                head
                  p 'A'
                head 2x1
                  p 'B'
              row
                cell
                  p '1'
                cell
                  p '2'
                cell
                  list
                    -
                      p 'x'
                    -
                      p 'y'
            pre 'a  b\\n  c'
            rule
            definitions
              = 'T'
                p 'M'
            list from 3
              -
                p 'three'
            p field 1.0
            link 0 'kb_view.do?a=1&b=2' 'An article'
            fields 0 POST name 'f' to 'incident.do'
              hidden 'sysparm_ck' = 'abc'
              text 'incident.number' label 'Number' = 'INC1' fixed
              checkBox 'active' label 'Active' = 'on' on
              choice 'state' = '2' must
                - '1' 'New'
                * '2' 'In progress'
              area 'notes' label 'Notes' = 'one\\ntwo'
              submit 'go' label 'Save it' = 'save'
            fields 1 GET
              text 'orphan'
            asset styleSheet '/s.cssx?v=1'
            asset icon '/i.ico'
            asset script 'a.jsx'
            asset image 'a.png'
            """
        #expect(DocumentDump.text(PageReader.document(Array(page.utf8), contentType: "text/html")) == expected)
    }
}
