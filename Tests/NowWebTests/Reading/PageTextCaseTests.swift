import Testing

/// Texts, links and pictures, and what is not shown.
@Suite struct PageTextCaseTests {
    @Test(arguments: PageCase.cases(Self.table)) func isReadAsABrowserWould(_ page: PageCase) {
        #expect(page.dump == page.expected)
    }

    private static let table = #"""
        > a b  c
        p 'a b c'

        > <p> a <b> b </b> c
        p 'a ' 'b '/b 'c'

        > <p>a<b> b</b> c
        p 'a' ' b'/b ' c'

        > <p>a <b> </b> c
        p 'a c'

        > <p><b>a</b><i>b</i>
        p 'a'/b 'b'/i

        > <p>a\n\n\tb\r\nc
        p 'a b c'

        > <p>&nbsp;a&nbsp;&nbsp;b&nbsp;
        p '\nbspa\nbsp\nbspb\nbsp'

        > <p>a<br>b<br><br>c<br>
        p 'a' br 'b' br br 'c'

        > <p> <br> a <br> <br>
        p br 'a'

        > <p>a<!-- b -->c<!-- -->\n<!-- --> d
        p 'ac d'

        > <p>a<wbr>b<span> </span><span> </span>c
        p 'ab c'

        > <p><em>a<strong>b</strong></em><code>c</code><kbd>d</kbd><samp>e</samp><tt>f</tt>
        p 'a'/i 'b'/bi 'cdef'/c

        > <p><del>a</del><s>b</s><strike>c</strike><ins>d</ins><mark>e</mark>
        p 'abc'/s 'd' 'e'/m

        > <p>x<sup>2</sup> H<sub>2</sub>O <small>s</small><big>b</big><u>u</u>
        p 'x2 H2O sbu'

        > <p><q>said <q>inner</q></q>
        p '“said “inner””'

        > <p><abbr title="x">HTML</abbr> <cite>c</cite> <dfn>d</dfn> <var>v</var>
        p 'HTML ' 'c'/i ' ' 'd'/i ' ' 'v'/i

        > <p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>
        p '漢(kan)'

        > <p>&lt;b&gt; &amp;amp; &copy; &copy &notit; &notin; &unknown; &#65;&#x42; &#128;
        p '<b> &amp; © © ¬it; ∉ &unknown; AB €'

        > <p>&#0;&#xD800;&#x110000;&#27;[0m
        p '���\u{1b}[0m'

        > <p title="a&lt;b">x&ampy &lt
        p 'x&y <'

        > <img src=a.png alt="A  picture"><img src=b.png alt=""><img src=a.png><img src="data:x" title=T>
        p img'A picture' img'' img'T'
        asset image 'a.png'
        asset image 'b.png'

        > <p>a<img alt=b>c <img alt=d> e
        p 'a' img'b' 'c ' img'd' ' e'

        > <svg><title>Drawing</title><text>no</text></svg><svg aria-label=L></svg><svg><text>x</text></svg>
        p img'Drawing' img'L'

        > <svg aria-hidden=true><title>no</title></svg>a<i aria-hidden=true>x</i><b aria-hidden=true>seen</b>
        p 'a' 'seen'/b

        > <math><mi>x</mi><mo>=</mo><mn>1</mn></math>
        p 'x=1'

        > <svg><foreignObject><p>in</p></foreignObject></svg>
        p 'in'

        > <svg><p>out</svg>
        p 'out'

        > <a href=x>a</a> <a href=" y z ">b <b>c</b></a>
        p a0('a') ' ' a1('b ' 'c'/b)
        link 0 'x' 'a'
        link 1 'y z' 'b c'

        > <a>no</a><a name=n>no</a><a href="">here</a>
        p 'nono' a0('here')
        link 0 '' 'here'

        > <a href=x><img src=i.png alt=Home></a><a href=y><img src=j.png></a><a href=z></a>
        p a0(img'Home') a1(img'') a2()
        link 0 'x' 'Home'
        link 1 'y' ''
        link 2 'z' ''
        asset image 'i.png'
        asset image 'j.png'

        > <a href=x aria-label=Close><i aria-hidden=true>×</i></a><a href=y title=T> </a>
        p a0('Close') a1(' T')
        link 0 'x' 'Close'
        link 1 'y' 'T'

        > <a href=x>a<a href=y>b</a>c
        p a0('a') a1('b') 'c'
        link 0 'x' 'a'
        link 1 'y' 'b'

        > <a href=x><div>one</div><p>two</p></a>three
        p a0('one')
        p a0('two')
        p 'three'
        link 0 'x' 'one two'

        > <a href=x><h2>Head</h2></a>
        h2 a0('Head')
        link 0 'x' 'Head'

        > <p>x <a href=y>in </a> z
        p 'x ' a0('in ') 'z'
        link 0 'y' 'in'

        > <a href="java\nscript:alert(1)">j</a><a href="data:text/html,x">d</a>
        p a0('j') a1('d')
        link 0 'javascript:alert(1)' 'j'
        link 1 'data:text/html,x' 'd'

        > <map><area href=a alt=A><area href=b><area alt=C></map>
        p a0('A') ' ' a1()
        link 0 'a' 'A'
        link 1 'b' ''

        > <iframe src=/f.do title=Frame><p>x</iframe><iframe src=about:blank></iframe><iframe srcdoc=x></iframe>
        p a0('Frame')
        link 0 '/f.do' 'Frame'

        > <frameset><frame src=a name=left><frame src=b></frameset><noframes><p>no</noframes>
        p a0('left')
        p a1('b')
        link 0 'a' 'left'
        link 1 'b' 'b'

        > <noscript><p>No scripts</noscript>
        p 'No scripts'

        > <script>document.write("<p>x")</script><style>p{}</style><p>y
        p 'y'

        > <template><p>x<form><input name=a></form></template>y
        p 'y'

        > <p hidden>a<p style="display: NONE">b<p style="display:none;display:block">c<p style="visibility:hidden">d<p>e
        p 'c'
        p 'e'

        > <div style="color:red; display : none !important"><a href=x>x</a><img src=h.png></div>y
        p 'y'
        asset image 'h.png'

        > <dialog>x</dialog><dialog open>y</dialog>
        p 'y'

        > <marquee>a</marquee><center>b</center><font color=red>c</font><nobr>d</nobr><blink>e</blink>
        p 'a'
        p 'b'
        p 'cde'

        > <canvas>fall <b>back</b></canvas><object data=x>obj</object><video src=v>vid</video>
        p 'fall ' 'back'/b 'objvid'

        > <span role=alert>careful</span> x <div role=status></div>
        notice
          p 'careful'
        p 'x'

        > <div role=heading aria-level=3>H</div><h1 role=alert>A</h1><img role=alert alt=x>after
        h3 'H'
        notice
          h1 'A'
        notice
          p img'x'
        p 'after'
        """#
}
