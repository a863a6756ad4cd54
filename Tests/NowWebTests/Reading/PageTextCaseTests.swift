import Testing

/// Text, links and images, hidden elements, forms and their fields.
@Suite struct PageTextCaseTests {
    @Test(arguments: PageCase.cases(Self.texts, Self.forms)) func isParsedLikeABrowser(_ page: PageCase) {
        #expect(page.dump == page.expected)
    }

    private static let texts = #"""
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
          p img'A picture' img'' img'T'; asset image 'a.png'; asset image 'b.png'
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
          p a0('a') ' ' a1('b ' 'c'/b); link 0 'x' 'a'; link 1 'y z' 'b c'
        > <a>no</a><a name=n>no</a><a href="">here</a>
          p 'nono' a0('here'); link 0 '' 'here'
        > <a href=x><img src=i.png alt=Home></a><a href=y><img src=j.png></a><a href=z></a>
          p a0(img'Home') a1(img'') a2(); link 0 'x' 'Home'; link 1 'y' ''; link 2 'z' ''; asset image 'i.png';
          asset image 'j.png'
        > <a href=x aria-label=Close><i aria-hidden=true>×</i></a><a href=y title=T> </a>
          p a0('Close') a1(' T'); link 0 'x' 'Close'; link 1 'y' 'T'
        > <a href=x>a<a href=y>b</a>c
          p a0('a') a1('b') 'c'; link 0 'x' 'a'; link 1 'y' 'b'
        > <a href=x><div>one</div><p>two</p></a>three
          p a0('one'); p a0('two'); p 'three'; link 0 'x' 'one two'
        > <a href=x><h2>Head</h2></a>
          h2 a0('Head'); link 0 'x' 'Head'
        > <p>x <a href=y>in </a> z
          p 'x ' a0('in ') 'z'; link 0 'y' 'in'
        > <a href="java\nscript:alert(1)">j</a><a href="data:text/html,x">d</a>
          p a0('j') a1('d'); link 0 'javascript:alert(1)' 'j'; link 1 'data:text/html,x' 'd'
        > <map><area href=a alt=A><area href=b><area alt=C></map>
          p a0('A') ' ' a1(); link 0 'a' 'A'; link 1 'b' ''
        > <iframe src=/f.do title=Frame><p>x</iframe><iframe src=about:blank></iframe><iframe srcdoc=x></iframe>
          p a0('Frame'); link 0 '/f.do' 'Frame'
        > <frameset><frame src=a name=left><frame src=b></frameset><noframes><p>no</noframes>
          p a0('left'); p a1('b'); link 0 'a' 'left'; link 1 'b' 'b'
        > <noscript><p>No scripts</noscript>
          p 'No scripts'
        > <script>document.write("<p>x")</script><style>p{}</style><p>y
          p 'y'
        > <template><p>x<form><input name=a></form></template>y
          p 'y'
        > <p hidden>a<p style="display: NONE">b<p style="display:none;display:block">c<p style="visibility:hidden">d<p>e
          p 'c'; p 'e'
        > <div style="color:red; display : none !important"><a href=x>x</a><img src=h.png></div>y
          p 'y'; asset image 'h.png'
        > <dialog>x</dialog><dialog open>y</dialog>
          p 'y'
        > <marquee>a</marquee><center>b</center><font color=red>c</font><nobr>d</nobr><blink>e</blink>
          p 'a'; p 'b'; p 'cde'
        > <canvas>fall <b>back</b></canvas><object data=x>obj</object><video src=v>vid</video>
          p 'fall ' 'back'/b 'objvid'
        > <span role=alert>careful</span> x <div role=status></div>
          notice { p 'careful' }; p 'x'
        > <div role=heading aria-level=3>H</div><h1 role=alert>A</h1><img role=alert alt=x>after
          h3 'H'; notice { h1 'A' }; notice { p img'x' }; p 'after'
        > <a href=x>a<br></a><div>b</div>
          p a0('a'); p 'b'; link 0 'x' 'a'
        """#

    private static let forms = #"""
        > <form action=" a.do " method=post enctype=multipart/form-data id=i><input name=a></form>
          form 0 { p field 0.0 }; fields 0 POST name 'i' to 'a.do' as multipart { text 'a' }
        > <form method=put enctype=text/plain name=n><input></form><form action=""></form>
          form 0 { p field 0.0 }; fields 0 GET name 'n' as text { text '' }; fields 1 GET
        > <form name="" id=x></form><form></form>a
          p 'a'; fields 0 GET name 'x'; fields 1 GET
        > <form>a<form>b</form>c</form>
          p 'abc'; fields 0 GET
        > <div><form name=f><input name=a></div><input name=b></form><input name=c>
          form 0 { p field 0.0 }; p field 0.1 field 1.0; fields 0 GET name 'f' { text 'a'; text 'b' };
          fields 1 GET { text 'c' }
        > <form id=f></form><input form=f name=a><input form=none name=b><form id=g><input form=f name=c></form>
          p field 0.0 field 2.0; form 1 { p field 0.1 }; fields 0 GET name 'f' { text 'a'; text 'c' };
          fields 1 GET name 'g'; fields 2 GET { text 'b' }
        > <input><input type=EMAIL name=e><input type=bogus name=b value=v><input type="" name=c><input type=datetime-local name=d>
          p field 0.0 field 0.1 field 0.2 field 0.3 field 0.4; fields 0 GET { text ''; email 'e'; text 'b' = 'v';
          text 'c'; datetime-local 'd' }
        > <input type=hidden name=h value=" v "><input type=password name=p value=s><input type=file name=f>
          p field 0.1 field 0.2; fields 0 GET { hidden 'h' = ' v '; password 'p' = 's'; file 'f' }
        > <input type=checkbox name=c><input type=checkbox name=c value=1 checked><input type=radio name=r value=2 checked>
          p field 0.0 field 0.1 field 0.2; fields 0 GET { checkBox 'c' = 'on'; checkBox 'c' = '1' on;
          radio 'r' = '2' on }
        > <input type=submit><input type=submit name=s value=Go><input type=reset><input type=button><input type=image alt=Find src=f.png name=i>
          p field 0.0 field 0.1 field 0.2 field 0.3 field 0.4; fields 0 GET { submit '' label 'Submit';
          submit 's' label 'Go' = 'Go'; button '' label 'Reset'; button ''; submit 'i' label 'Find' };
          asset image 'f.png'
        > <button>a <b>b</b></button><button type=button name=n value=v>c</button><button type=reset>d</button><button aria-label=X></button>
          p field 0.0 field 0.1 field 0.2 field 0.3; fields 0 GET { submit '' label 'a b'; button 'n' label 'c' = 'v';
          button '' label 'd'; submit '' label 'X' }
        > <select name=s><option>a<option value=2>b</select><select name=t><option disabled>a<option>b</select>
          p field 0.0 field 0.1; fields 0 GET { choice 's' = 'a' { * 'a' 'a'; - '2' 'b' };
          choice 't' = 'b' { - 'a' 'a' off; * 'b' 'b' } }
        > <select name=s multiple><option selected>a<option value=b selected>B<option>c</select>
          p field 0.0; fields 0 GET { choice 's' = 'a' many { * 'a' 'a'; * 'b' 'B'; - 'c' 'c' } }
        > <select name=s><option selected>a<option selected>b</select><select name=t size=3><option>a</select><select name=u></select>
          p field 0.0 field 0.1 field 0.2; fields 0 GET { choice 's' = 'b' { - 'a' 'a'; * 'b' 'b' };
          choice 't' { - 'a' 'a' }; choice 'u' }
        > <select name=s><optgroup label=G><option>a</optgroup><optgroup label=H disabled><option label="L l" value=b>b</select>
          p field 0.0; fields 0 GET { choice 's' = 'a' { * 'a' 'a'; - 'b' 'L l' off } }
        > <select><p>a<b>b</b><option>c<div>d</div><select>e
          p field 0.0 'e'; fields 0 GET { choice '' = 'cd' { * 'cd' 'cd' } }
        > <select><option>a<input name=i>b
          p field 0.0 field 0.1 'b'; fields 0 GET { choice '' = 'a' { * 'a' 'a' }; text 'i' }
        > <select name=s><option> a  b </option><option value="">none</option><option value=" x ">x</option></select>
          p field 0.0; fields 0 GET { choice 's' = 'a b' { * 'a b' 'a b'; - '' 'none'; - ' x ' 'x' } }
        > <textarea name=t placeholder=P readonly required disabled>a &lt; <b>\n</textarea>
          p field 0.0; fields 0 GET { area 't' label 'P' = 'a < <b>\n' fixed off must }
        > <textarea>a
          p field 0.0; fields 0 GET { area '' = 'a' }
        > <label for=a>A <b>b</b></label><input id=a name=x><label>C<input name=y></label><label>D <select name=z><option>o</select> e</label>
          p 'A '/l 'b'/bl field 0.0 'C'/l field 0.1 'D '/l field 0.2 ' e'/l; fields 0 GET { text 'x' label 'A b';
          text 'y' label 'C'; choice 'z' label 'D e' = 'o' { * 'o' 'o' } }
        > <label for=a>one</label><label for=a>two</label><input id=a aria-label=no>
          p 'onetwo'/l field 0.0; fields 0 GET { text '' label 'one' }
        > <input aria-label=A><input title=T><input placeholder=P><span id=l>L <i>l</i></span><input aria-labelledby="l x l">
          p field 0.0 field 0.1 field 0.2 'L ' 'l'/i field 0.3; fields 0 GET { text '' label 'A'; text '' label 'T';
          text '' label 'P'; text '' label 'L l L l' }
        > <label><label>a<input></label>b</label>
          p 'a'/l field 0.0 'b'/l; fields 0 GET { text '' label 'a' }
        > <label><input type=checkbox name=c> Active</label><label for=q></label><input id=q title=t>
          p field 0.0 ' Active'/l field 0.1; fields 0 GET { checkBox 'c' label 'Active' = 'on'; text '' label 't' }
        > <fieldset disabled><legend>L</legend><input name=a><fieldset><input name=b></fieldset></fieldset><input name=c>
          group 'L' { p field 0.0; group { p field 0.1 } }; p field 0.2; fields 0 GET { text 'a' off; text 'b' off;
          text 'c' }
        > <form><div hidden><input name=a><p>x</p><button>b</button></div><input name=b></form>
          form 0 { p field 0.2 }; fields 0 GET { text 'a'; submit '' label 'b'; text 'b' }
        > <form hidden><input name=a></form><input name=b>
          p field 1.0; fields 0 GET { text 'a' }; fields 1 GET { text 'b' }
        > <form><input name=a required readonly disabled aria-required=true></form>
          form 0 { p field 0.0 }; fields 0 GET { text 'a' fixed off must }
        > <datalist id=d><option>x</datalist><input list=d name=i><output>o</output><progress>50%</progress><meter>m</meter>
          p field 0.0 'o50%m'; fields 0 GET { text 'i' }
        > <h2>Title <input name=a></h2>
          h2 'Title ' field 0.0; fields 0 GET { text 'a' }
        > <ul><li><input name=a><li><form name=f><input name=b></form></ul>
          list { - { p field 1.0 }; - { form 0 { p field 0.0 } } }; fields 0 GET name 'f' { text 'b' };
          fields 1 GET { text 'a' }
        > <p>Name: <input name=a> and <select name=b></select>.
          p 'Name: ' field 0.0 ' and ' field 0.1 '.'; fields 0 GET { text 'a'; choice 'b' }
        > <a href=x><input name=a></a><a href=y><button>b</button></a>
          p a0(field 0.0) a1(field 0.1); link 0 'x' ''; link 1 'y' ''; fields 0 GET { text 'a'; submit '' label 'b' }
        > <form name=a><input name=x><template></form></template><input name=y></form>
          form 0 { p field 0.0 field 0.1 }; fields 0 GET name 'a' { text 'x'; text 'y' }
        > <button><button>a</button>b</button>
          p field 0.0 field 0.1 'b'; fields 0 GET { submit ''; submit '' label 'a' }
        > <keygen name=k>
        > <form><p>a<input name=b></p><!-- </form> --><input name=c></form>
          form 0 { p 'a' field 0.0; p field 0.1 }; fields 0 GET { text 'b'; text 'c' }
        > <button>x<input name=no></button><select name=s><option>a<script>x</script></select>
          p field 0.0 field 0.1; fields 0 GET { submit '' label 'x'; choice 's' = 'a' { * 'a' 'a' } }
        """#
}
