import Testing

/// Blocks, the head element, and tables.
@Suite struct PageBlockCaseTests {
    @Test(arguments: PageCase.cases(Self.blocks, Self.tables)) func isParsedLikeABrowser(_ page: PageCase) {
        #expect(page.dump == page.expected)
    }

    private static let blocks = #"""
        > <h1>a</h1><h6>b</h6><h7>c</h7>
          h1 'a'; h6 'b'; p 'c'
        > <h1>a<p>b</p><ul><li>c</ul></h1>d
          h1 'a b c'; p 'd'
        > <h1>a<h2>b
          h1 'a'; h2 'b'
        > <h1></h1><h2> </h2><h3><br></h3><p></p><div></div>
        > a<div>b<div>c</div>d</div>e
          p 'a'; p 'b'; p 'c'; p 'd'; p 'e'
        > <article>a<header>b</header><main>c</main><footer>d</footer></article><address>e</address>
          p 'a'; p 'b'; p 'c'; p 'd'; p 'e'
        > <p>a<div>b</div>c</p>d
          p 'a'; p 'b'; p 'c'; p 'd'
        > <p>a<p>b<ul><li>c<li>d</ul>e
          p 'a'; p 'b'; list { - { p 'c' }; - { p 'd' } }; p 'e'
        > <ul><li>a<ul><li>b<ol start=5><li>c</ol></ul><li>d</ul>
          list { - { p 'a'; list { - { p 'b'; list from 5 { - { p 'c' } } } } }; - { p 'd' } }
        > <ul>text<li>a</li>more <b>x</b><li>b</ul>
          list { - { p 'text' }; - { p 'a' }; - { p 'more ' 'x'/b }; - { p 'b' } }
        > <ul><ul><li>a</ul></ul>
          list { - { list { - { p 'a' } } } }
        > <ul></ul><ol><li></ol><ul> </ul>
          list from 1 { - }
        > <ol start=-2><li>a</ol><ol start=x><li>b</ol><ol start=" 7px"><li>c</ol><ol start=99999999999999999999><li>d</ol>
          list from -2 { - { p 'a' } }; list from 1 { - { p 'b' } }; list from 7 { - { p 'c' } };
          list from 999999999 { - { p 'd' } }
        > <li>a<li>b<p>x</p>c<p>d</p><li>e
          list { - { p 'a' }; - { p 'b'; p 'x'; p 'c'; p 'd' }; - { p 'e' } }
        > </li>a</ul>b</p>c
          p 'ab'; p 'c'
        > <menu><li>m</menu><dir><li>d</dir>
          list { - { p 'm' } }; list { - { p 'd' } }
        > <ul><li><h3>a</h3><p>b<p>c</ul>
          list { - { h3 'a'; p 'b'; p 'c' } }
        > <ul><li hidden>a<li>b</ul>
          list { - { p 'b' } }
        > <dl><dt>a<dd>b<dd>c<dt>d<dt>e<dd><p>f<p>g</dl>
          definitions { = 'a' { p 'b'; p 'c' }; = 'd'; = 'e' { p 'f'; p 'g' } }
        > <dl><dd>a<dt>b</dl><dl>x<dt>y</dl><dl></dl>
          definitions { = { p 'a' }; = 'b' }; definitions { = { p 'x' }; = 'y' }
        > <dl><div><dt>a</dt><dd>b</dd></div></dl>
          definitions { = 'a' { p 'b' } }
        > <dt>a<dd>b
          p 'a'; p 'b'
        > <dl><dt>a<ul><li>x</ul><dd>b</dl>
          definitions { = 'a x' { p 'b' } }
        > <blockquote>a<p>b<blockquote>c</blockquote></blockquote><blockquote></blockquote>
          quote { p 'a'; p 'b'; quote { p 'c' } }
        > <pre>\na\n  b\t<b>c</b>\n</pre>
          pre 'a\n  b\tc'
        > <pre>\n\na\n\n</pre><pre></pre><pre>\n</pre>
          pre '\na\n'
        > <pre>a<br>b<div>c</div>d<a href=x>e</a><img alt=f></pre>
          pre 'a\nb\nc\ndef'; link 0 'x' 'e'
        > <pre>a<input name=x>b</pre>
          pre 'a'; p field 0.0; pre 'b'; fields 0 GET { text 'x' }
        > <listing>\na</listing><xmp>\n<b>x</b></xmp>
          pre 'a'; pre '\n<b>x</b>'
        > a<plaintext><b>x</p></plaintext>
          p 'a'; pre '<b>x</p></plaintext>'
        > <textarea>\n\n a\n</textarea>
          p field 0.0; fields 0 GET { area '' = '\n a\n' }
        > a<hr>b<hr/>c</hr>
          p 'a'; rule; p 'b'; rule; p 'c'
        > <details><summary>More <b>x</b></summary>inside</details><details>no summary</details>
          group 'More ' 'x'/b { p 'inside' }; group { p 'no summary' }
        > <fieldset><legend>Group</legend><p>a</fieldset><fieldset>b<legend>late</legend></fieldset><fieldset></fieldset>
          group 'Group' { p 'a' }; group 'late' { p 'b' }
        > <legend>alone</legend><summary>alone</summary><caption>none</caption>
          p 'alone'; p 'alone'; p 'none'
        > <figure><img alt=a><figcaption>cap</figcaption></figure>
          p img'a'; p 'cap'
        > <body>a</body>b<p>c</html>d
          p 'ab'; p 'cd'
        > <html lang=de><body lang=fr data-formName=x>a<html lang=en class=y>
          language 'de'; form name 'x'; p 'a'
        > <title>a</title><title>b</title><body><title>c</title>d
          title 'a'; p 'd'
        > <title>a <b>&amp;</b>\n c</title>
          title 'a <b>&</b> c'
        > <head><p>a</head>b<meta http-equiv=refresh content="0;URL=x.do"><base href=/y><base href=/z>
          base '/y'; refresh 0 'x.do'; p 'ab'
        > <meta http-equiv=Refresh content="x;url=no"><meta http-equiv=refresh content=" 3 ">
          refresh 3 ''
        > <meta http-equiv=refresh content="1.5, url = 'a b' c"><meta http-equiv=refresh content="9;url=late">
          refresh 1 'a b'
        > <link rel="stylesheet" href=a><link rel="alternate stylesheet" href=b><link rel="apple-touch-icon icon" href=c><link rel=stylesheet href=a><link href=d>
          asset styleSheet 'a'; asset icon 'c'
        > <script src=a></script><script src=" "></script><script src=DATA:x></script><img src=a><input type=image src=b>
          p img'' field 0.0; fields 0 GET { submit '' label 'Submit' }; asset script 'a'; asset image 'b'
        > <!doctype html><!--c--><?xml v?><p>a</p><!doctype x></x></p><//p>
          p 'a'
        > <![CDATA[x]]>a<svg><![CDATA[<b>]]></svg><math><![CDATA[<i>]]></math>
          p 'a<i>'
        > <p>a</b></i></div></span></x-y>b
          p 'ab'
        > </br>a</p>b
          p br 'a'; p 'b'
        > <image alt=i><isindex prompt=P action=/s>
          p img'i'; form 0 { rule; p 'P'/l field 0.0; rule }; fields 0 GET to '/s' { text 'isindex' label 'P' }
        """#

    private static let tables = #"""
        > <table><tr><td>a<td>b<tr><th>c</table>
          table { row { cell { p 'a' }; cell { p 'b' } }; row { head { p 'c' } } }
        > <table>text<tr><td>a</table>after
          p 'text'; table { row { cell { p 'a' } } }; p 'after'
        > <table><p>p</p><tr><td>a</table>
          p 'p'; table { row { cell { p 'a' } } }
        > <table><tr>x<td>a</tr>y</table>
          p 'xy'; table { row { cell { p 'a' } } }
        > <table><caption>C <b>d</b></caption><colgroup><col><tr><td>a</table>
          table 'C ' 'd'/b { row { cell { p 'a' } } }
        > <table><thead><tr><th>h<tfoot><tr><td>f<tbody><tr><td>b</table>
          table { row { head { p 'h' } }; row { cell { p 'b' } }; row { cell { p 'f' } } }
        > <table><td>a<td>b<tr><td>c
          table { row { cell { p 'a' }; cell { p 'b' } }; row { cell { p 'c' } } }
        > <table><tr><td colspan=2 rowspan=3>a<td colspan=0>b<td colspan=5000>c<td colspan=-1>d<td colspan=x rowspan=0>e</table>
          table { row { cell 2x3 { p 'a' }; cell { p 'b' }; cell 1000x1 { p 'c' }; cell { p 'd' }; cell { p 'e' } } }
        > <table><tr><td><table><tr><td>a</table>b</table>
          table { row { cell { table { row { cell { p 'a' } } }; p 'b' } } }
        > <table><table><tr><td>a</table>
          table { row { cell { p 'a' } } }
        > <table><tr><td><ul><li>a</table>b
          table { row { cell { list { - { p 'a' } } } } }; p 'b'
        > <table><tr><td></td><td> </td><td><br></td></tr><tr></tr></table>
          table { row { cell; cell; cell } }
        > <table></table><table><caption>only</caption></table><table><tr></table>
          table 'only'
        > <table><b>a<tr><td>b</table>c
          p 'a'/b; table { row { cell { p 'b' } } }; p 'c'/b
        > <a href=x><table><tr><td><a href=y>in</a></table>out
          table { row { cell { p a0(a1('in')) } } }; p a0('out'); link 0 'x' 'out'; link 1 'y' 'in'
        > <table><tr><td>a</td></tr></tbody></table></table>b
          table { row { cell { p 'a' } } }; p 'b'
        > <td>a</td><tr>b</tr><tbody>c<th>d
          p 'abcd'
        > <table><tr><td>a<caption>c</caption><tr><td>b</table>
          table 'c' { row { cell { p 'a' } }; row { cell { p 'b' } } }
        > <table><script>x</script><style>y</style><input type=hidden name=h value=1><input name=v><tr><td>a</table>
          p field 0.0; table { row { cell { p 'a' } } }; fields 0 GET { text 'v'; hidden 'h' = '1' }
        > <table><form name=f><tr><td><input name=a></td></tr></form></table><input name=b>
          table { row { cell { p field 0.0 } } }; p field 1.0; fields 0 GET name 'f' { text 'a' };
          fields 1 GET { text 'b' }
        > <table><tr><form id=f><td><input name=a><td><button>go</button></tr></form></table>
          table { row { cell { p field 0.0 }; cell { p field 0.1 } } }; fields 0 GET name 'f' { text 'a';
          submit '' label 'go' }
        > <form><table><tr><td><input name=a></table></form>
          form 0 { table { row { cell { p field 0.0 } } } }; fields 0 GET { text 'a' }
        > <table><tr><td><form><input name=a></table><input name=b>
          table { row { cell { form 0 { p field 0.0 } } } }; p field 0.1; fields 0 GET { text 'a'; text 'b' }
        > <table><tr><td><p>a<table><tr><td>b</table>c</table>
          table { row { cell { p 'a'; table { row { cell { p 'b' } } }; p 'c' } } }
        > <h1>a<table><tr><td>b</table></h1>
          h1 'a b'
        > <table><tr><td><h2>a</h2><pre>b</pre><blockquote>c</blockquote></table>
          table { row { cell { h2 'a'; pre 'b'; quote { p 'c' } } } }
        > <table><tr><th scope=row>a<td>b</table>
          table { row { head { p 'a' }; cell { p 'b' } } }
        > <table hidden><tr><td>a</table><table><tr hidden><td>b<tr><td hidden>c<td>d</table>
          table { row { cell { p 'd' } } }
        > <table role=alert><tr><td>a</table>
          notice { table { row { cell { p 'a' } } } }
        > <table><li>a<tr><td>b</table>
          list { - { p 'a' } }; table { row { cell { p 'b' } } }
        > <ul><table><tr><td>a</table><li>b</ul>
          list { - { table { row { cell { p 'a' } } } }; - { p 'b' } }
        > <table><tr><td>a<hr>b<td>c<br>d</table>
          table { row { cell { p 'a'; rule; p 'b' }; cell { p 'c' br 'd' } } }
        > <table><select><option>x<tr><td>a</table>
          p field 0.0; table { row { cell { p 'a' } } }; fields 0 GET { choice '' = 'x' { * 'x' 'x' } }
        > <table><tbody><template><tr><td>x</template><tr><td>y</table>
          table { row { cell { p 'y' } } }
        """#
}
