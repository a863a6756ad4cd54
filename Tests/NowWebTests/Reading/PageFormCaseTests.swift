import Testing

/// Forms and their fields.
@Suite struct PageFormCaseTests {
    @Test(arguments: PageCase.cases(Self.table)) func isReadAsABrowserWould(_ page: PageCase) {
        #expect(page.dump == page.expected)
    }

    private static let table = #"""
        > <form action=" a.do " method=post enctype=multipart/form-data id=i><input name=a></form>
        form 0
          p field 0.0
        fields 0 POST name 'i' to 'a.do' as multipart
          text 'a'

        > <form method=put enctype=text/plain name=n><input></form><form action=""></form>
        form 0
          p field 0.0
        fields 0 GET name 'n' as text
          text ''
        fields 1 GET

        > <form name="" id=x></form><form></form>a
        p 'a'
        fields 0 GET name 'x'
        fields 1 GET

        > <form>a<form>b</form>c</form>
        p 'abc'
        fields 0 GET

        > <div><form name=f><input name=a></div><input name=b></form><input name=c>
        form 0
          p field 0.0
        p field 0.1 field 1.0
        fields 0 GET name 'f'
          text 'a'
          text 'b'
        fields 1 GET
          text 'c'

        > <form id=f></form><input form=f name=a><input form=none name=b><form id=g><input form=f name=c></form>
        p field 0.0 field 2.0
        form 1
          p field 0.1
        fields 0 GET name 'f'
          text 'a'
          text 'c'
        fields 1 GET name 'g'
        fields 2 GET
          text 'b'

        > <input><input type=EMAIL name=e><input type=bogus name=b value=v><input type="" name=c><input type=datetime-local name=d>
        p field 0.0 field 0.1 field 0.2 field 0.3 field 0.4
        fields 0 GET
          text ''
          email 'e'
          text 'b' = 'v'
          text 'c'
          datetime-local 'd'

        > <input type=hidden name=h value=" v "><input type=password name=p value=s><input type=file name=f>
        p field 0.1 field 0.2
        fields 0 GET
          hidden 'h' = ' v '
          password 'p' = 's'
          file 'f'

        > <input type=checkbox name=c><input type=checkbox name=c value=1 checked><input type=radio name=r value=2 checked>
        p field 0.0 field 0.1 field 0.2
        fields 0 GET
          checkBox 'c' = 'on'
          checkBox 'c' = '1' on
          radio 'r' = '2' on

        > <input type=submit><input type=submit name=s value=Go><input type=reset><input type=button><input type=image alt=Find src=f.png name=i>
        p field 0.0 field 0.1 field 0.2 field 0.3 field 0.4
        fields 0 GET
          submit '' label 'Submit'
          submit 's' label 'Go' = 'Go'
          button '' label 'Reset'
          button ''
          submit 'i' label 'Find'
        asset image 'f.png'

        > <button>a <b>b</b></button><button type=button name=n value=v>c</button><button type=reset>d</button><button aria-label=X></button>
        p field 0.0 field 0.1 field 0.2 field 0.3
        fields 0 GET
          submit '' label 'a b'
          button 'n' label 'c' = 'v'
          button '' label 'd'
          submit '' label 'X'

        > <select name=s><option>a<option value=2>b</select><select name=t><option disabled>a<option>b</select>
        p field 0.0 field 0.1
        fields 0 GET
          choice 's' = 'a'
            * 'a' 'a'
            - '2' 'b'
          choice 't' = 'b'
            - 'a' 'a' off
            * 'b' 'b'

        > <select name=s multiple><option selected>a<option value=b selected>B<option>c</select>
        p field 0.0
        fields 0 GET
          choice 's' = 'a' many
            * 'a' 'a'
            * 'b' 'B'
            - 'c' 'c'

        > <select name=s><option selected>a<option selected>b</select><select name=t size=3><option>a</select><select name=u></select>
        p field 0.0 field 0.1 field 0.2
        fields 0 GET
          choice 's' = 'b'
            - 'a' 'a'
            * 'b' 'b'
          choice 't'
            - 'a' 'a'
          choice 'u'

        > <select name=s><optgroup label=G><option>a</optgroup><optgroup label=H disabled><option label="L l" value=b>b</select>
        p field 0.0
        fields 0 GET
          choice 's' = 'a'
            * 'a' 'a'
            - 'b' 'L l' off

        > <select><p>a<b>b</b><option>c<div>d</div><select>e
        p field 0.0 'e'
        fields 0 GET
          choice '' = 'cd'
            * 'cd' 'cd'

        > <select><option>a<input name=i>b
        p field 0.0 field 0.1 'b'
        fields 0 GET
          choice '' = 'a'
            * 'a' 'a'
          text 'i'

        > <select name=s><option> a  b </option><option value="">none</option><option value=" x ">x</option></select>
        p field 0.0
        fields 0 GET
          choice 's' = 'a b'
            * 'a b' 'a b'
            - '' 'none'
            - ' x ' 'x'

        > <textarea name=t placeholder=P readonly required disabled>a &lt; <b>\n</textarea>
        p field 0.0
        fields 0 GET
          area 't' label 'P' = 'a < <b>\n' fixed off must

        > <textarea>a
        p field 0.0
        fields 0 GET
          area '' = 'a'

        > <label for=a>A <b>b</b></label><input id=a name=x><label>C<input name=y></label><label>D <select name=z><option>o</select> e</label>
        p 'A '/l 'b'/bl field 0.0 'C'/l field 0.1 'D '/l field 0.2 ' e'/l
        fields 0 GET
          text 'x' label 'A b'
          text 'y' label 'C'
          choice 'z' label 'D e' = 'o'
            * 'o' 'o'

        > <label for=a>one</label><label for=a>two</label><input id=a aria-label=no>
        p 'onetwo'/l field 0.0
        fields 0 GET
          text '' label 'one'

        > <input aria-label=A><input title=T><input placeholder=P><span id=l>L <i>l</i></span><input aria-labelledby="l x l">
        p field 0.0 field 0.1 field 0.2 'L ' 'l'/i field 0.3
        fields 0 GET
          text '' label 'A'
          text '' label 'T'
          text '' label 'P'
          text '' label 'L l L l'

        > <label><label>a<input></label>b</label>
        p 'a'/l field 0.0 'b'/l
        fields 0 GET
          text '' label 'a'

        > <label><input type=checkbox name=c> Active</label><label for=q></label><input id=q title=t>
        p field 0.0 ' Active'/l field 0.1
        fields 0 GET
          checkBox 'c' label 'Active' = 'on'
          text '' label 't'

        > <fieldset disabled><legend>L</legend><input name=a><fieldset><input name=b></fieldset></fieldset><input name=c>
        group 'L'
          p field 0.0
          group
            p field 0.1
        p field 0.2
        fields 0 GET
          text 'a' off
          text 'b' off
          text 'c'

        > <form><div hidden><input name=a><p>x</p><button>b</button></div><input name=b></form>
        form 0
          p field 0.2
        fields 0 GET
          text 'a'
          submit '' label 'b'
          text 'b'

        > <form hidden><input name=a></form><input name=b>
        p field 1.0
        fields 0 GET
          text 'a'
        fields 1 GET
          text 'b'

        > <form><input name=a required readonly disabled aria-required=true></form>
        form 0
          p field 0.0
        fields 0 GET
          text 'a' fixed off must

        > <datalist id=d><option>x</datalist><input list=d name=i><output>o</output><progress>50%</progress><meter>m</meter>
        p field 0.0 'o50%m'
        fields 0 GET
          text 'i'

        > <h2>Title <input name=a></h2>
        h2 'Title ' field 0.0
        fields 0 GET
          text 'a'

        > <ul><li><input name=a><li><form name=f><input name=b></form></ul>
        list
          -
            p field 1.0
          -
            form 0
              p field 0.0
        fields 0 GET name 'f'
          text 'b'
        fields 1 GET
          text 'a'

        > <p>Name: <input name=a> and <select name=b></select>.
        p 'Name: ' field 0.0 ' and ' field 0.1 '.'
        fields 0 GET
          text 'a'
          choice 'b'

        > <a href=x><input name=a></a><a href=y><button>b</button></a>
        p a0(field 0.0) a1(field 0.1)
        link 0 'x' ''
        link 1 'y' ''
        fields 0 GET
          text 'a'
          submit '' label 'b'

        > <form name=a><input name=x><template></form></template><input name=y></form>
        form 0
          p field 0.0 field 0.1
        fields 0 GET name 'a'
          text 'x'
          text 'y'

        > <button><button>a</button>b</button>
        p field 0.0 field 0.1 'b'
        fields 0 GET
          submit ''
          submit '' label 'a'

        > <keygen name=k>

        > <form><p>a<input name=b></p><!-- </form> --><input name=c></form>
        form 0
          p 'a' field 0.0
          p field 0.1
        fields 0 GET
          text 'b'
          text 'c'

        > <button>x<input name=no></button><select name=s><option>a<script>x</script></select>
        p field 0.0 field 0.1
        fields 0 GET
          submit '' label 'x'
          choice 's' = 'a'
            * 'a' 'a'
        """#
}
