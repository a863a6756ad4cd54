import Testing

/// Pages with invalid markup.
@Suite struct PageSoupCaseTests {
    @Test(arguments: PageCase.cases(Self.pages)) func isParsedLikeABrowser(_ page: PageCase) {
        #expect(page.dump == page.expected)
    }

    private static let pages = #"""
        > <b>a<p>b</b>c</p>d
          p 'a'/b; p 'b'/b 'c'; p 'd'
        > <a href=x>a<p>b</a>c
          p a0('a'); p a1('b') 'c'; link 0 'x' 'a'; link 1 'x' 'b'
        > <b><i>a</b>b</i>c
          p 'a'/bi 'b'/i 'c'
        > <p><b>a<p>b<p>c</b>d
          p 'a'/b; p 'b'/b; p 'c'/b 'd'
        > <b><b><b><b>a<p>b
          p 'a'/b; p 'b'/b
        > <i>a<div>b<p>c</i>d
          p 'a'/i; p 'b'/i; p 'c'/i 'd'
        > <nobr>a<nobr>b
          p 'ab'
        > <font><p>a<font><p>b</font>c</font>d
          p 'a'; p 'bcd'
        > <button>a<p>b</button>c
          p field 0.0 'c'; fields 0 GET { submit '' label 'ab' }
        > <object><b>a</object>b
          p 'a'/b 'b'
        > <a href=x><b>a</a>b</b>
          p a0('a'/b) 'b'/b; link 0 'x' 'a'
        > <em>a<table><tr><td>b</em>c</table>d
          p 'a'/i; table { row { cell { p 'bc'/i } } }; p 'd'/i
        > <div><span>a</div>b</span>c
          p 'a'; p 'bc'
        > <ul><li>a<div><li>b</div>c</ul>
          list { - { p 'a' }; - { p 'bc' } }
        > <h1>a</h2>b
          h1 'a'; p 'b'
        > <p>a<h1>b</p>c
          p 'a'; h1 'b c'
        > <form><p></form>a<input name=x>
          p 'a' field 1.0; fields 0 GET; fields 1 GET { text 'x' }
        > <div <p>a</p>
          p 'a'
        > <p class="a>b</p><p>c
        > <p class=a"b'c=d>e
          p 'e'
        > <p a=1 a=2 =3 /b>c
          p 'c'
        > <<p>a<>b< c<3
          p '<'; p 'a<>b< c<3'
        > <p/>a<br/>b<div/>c
          p 'a' br 'b'; p 'c'
        > <p>a</p/x>b</p y=1>
          p 'a'; p 'b'
        > <!--a--!>b<!-->c<!--->d<!--e
          p 'bcd'
        > <!-a>b<!>c</>d<?e>f
          p 'bcdf'
        > <script><!--<script></script>x</script>y
          p 'y'
        > <script>a</scriptx></script >b
          p 'b'
        > <title>a</titl></title x>b
          title 'a</titl>'; p 'b'
        > <style></STYLE/>a
          p 'a'
        > <textarea></textareax></textarea>a
          p field 0.0 'a'; fields 0 GET { area '' = '</textareax>' }
        > <svg><a href=x>a</a><b>c</svg>d
          p 'cd'/b
        > <svg><desc><p>a</desc><title><b>t</b></title></svg>b
          title '<b>t</b>'; p 'ab'
        > <math><mtext><p>a</mtext><annotation-xml encoding=text/html><p>b</annotation-xml></math>
          p 'a'; p 'b'
        > <math><svg><p>a
          p 'a'
        > <svg><script>x</script><style>y</style>z</svg>
        > <body><frameset><frame src=a></frameset>
        > <frameset>x<p>y</frameset>z
        > <select><table><tr><td>a
          p field 0.0; fields 0 GET { choice '' }
        > <table><select><table><tr><td>a
          p field 0.0; table { row { cell { p 'a' } } }; fields 0 GET { choice '' }
        > <p><select><b>a</select>b
          p field 0.0 'b'; fields 0 GET { choice '' }
        > <template><td>a</template><template><tr></template>b
          p 'b'
        > <plaintext>a<plaintext>
          pre 'a<plaintext>'
        > <noscript><table><td>a</noscript>b
          table { row { cell { p 'ab' } } }
        > <html><head><body><html><body><p>a
          p 'a'
        > </head></html></body>a<head><title>t</title>
          title 't'; p 'a'
        > a</body><!-- x --></html><!-- y -->b
          p 'ab'
        > <p>a</textarea></select></script>b
          p 'ab'
        > <rt>a<rp>b<rb>c
          p 'abc'
        > <li><p><li>a</p></li>
          list { -; - { p 'a' } }
        > <dd><dt><li>a
          list { - { p 'a' } }
        > <a<b>c</a<b>
          p 'c'
        > <a href='x"y'z=1>a
          p a0('a'); link 0 'x"y' 'a'
        > <P CLASS=x>A</P><DIV HIDDEN>b</DIV>
          p 'A'
        > <x-menu><now-button label=b>c</now-button></x-menu>
          p 'c'
        > <p>a&
          p 'a&'
        > <p>a&#
          p 'a&#'
        > <p>a&#x;&#;&;
          p 'a&#x;&#;&;'
        > <p>a<
          p 'a<'
        > <p>a</
          p 'a</'
        > <p>a<!
          p 'a'
        > <p>a<b
          p 'a'
        > <input name=a/><input name=b / value=c>
          p field 0.0 field 0.1; fields 0 GET { text 'a/'; text 'b' = 'c' }
        """#
}
