import Testing

/// Tables, and the forms that they part from their fields.
@Suite struct PageTableCaseTests {
    @Test(arguments: PageCase.cases(Self.table)) func isReadAsABrowserWould(_ page: PageCase) {
        #expect(page.dump == page.expected)
    }

    private static let table = #"""
        > <table><tr><td>a<td>b<tr><th>c</table>
        table
          row
            cell
              p 'a'
            cell
              p 'b'
          row
            head
              p 'c'

        > <table>text<tr><td>a</table>after
        p 'text'
        table
          row
            cell
              p 'a'
        p 'after'

        > <table><p>p</p><tr><td>a</table>
        p 'p'
        table
          row
            cell
              p 'a'

        > <table><tr>x<td>a</tr>y</table>
        p 'xy'
        table
          row
            cell
              p 'a'

        > <table><caption>C <b>d</b></caption><colgroup><col><tr><td>a</table>
        table 'C ' 'd'/b
          row
            cell
              p 'a'

        > <table><thead><tr><th>h<tfoot><tr><td>f<tbody><tr><td>b</table>
        table
          row
            head
              p 'h'
          row
            cell
              p 'b'
          row
            cell
              p 'f'

        > <table><td>a<td>b<tr><td>c
        table
          row
            cell
              p 'a'
            cell
              p 'b'
          row
            cell
              p 'c'

        > <table><tr><td colspan=2 rowspan=3>a<td colspan=0>b<td colspan=5000>c<td colspan=-1>d<td colspan=x rowspan=0>e</table>
        table
          row
            cell 2x3
              p 'a'
            cell
              p 'b'
            cell 1000x1
              p 'c'
            cell
              p 'd'
            cell
              p 'e'

        > <table><tr><td><table><tr><td>a</table>b</table>
        table
          row
            cell
              table
                row
                  cell
                    p 'a'
              p 'b'

        > <table><table><tr><td>a</table>
        table
          row
            cell
              p 'a'

        > <table><tr><td><ul><li>a</table>b
        table
          row
            cell
              list
                -
                  p 'a'
        p 'b'

        > <table><tr><td></td><td> </td><td><br></td></tr><tr></tr></table>
        table
          row
            cell
            cell
            cell

        > <table></table><table><caption>only</caption></table><table><tr></table>
        table 'only'

        > <table><b>a<tr><td>b</table>c
        p 'a'/b
        table
          row
            cell
              p 'b'
        p 'c'/b

        > <a href=x><table><tr><td><a href=y>in</a></table>out
        table
          row
            cell
              p a0(a1('in'))
        p a0('out')
        link 0 'x' 'out'
        link 1 'y' 'in'

        > <table><tr><td>a</td></tr></tbody></table></table>b
        table
          row
            cell
              p 'a'
        p 'b'

        > <td>a</td><tr>b</tr><tbody>c<th>d
        p 'abcd'

        > <table><tr><td>a<caption>c</caption><tr><td>b</table>
        table 'c'
          row
            cell
              p 'a'
          row
            cell
              p 'b'

        > <table><script>x</script><style>y</style><input type=hidden name=h value=1><input name=v><tr><td>a</table>
        p field 0.0
        table
          row
            cell
              p 'a'
        fields 0 GET
          text 'v'
          hidden 'h' = '1'

        > <table><form name=f><tr><td><input name=a></td></tr></form></table><input name=b>
        table
          row
            cell
              p field 0.0
        p field 1.0
        fields 0 GET name 'f'
          text 'a'
        fields 1 GET
          text 'b'

        > <table><tr><form id=f><td><input name=a><td><button>go</button></tr></form></table>
        table
          row
            cell
              p field 0.0
            cell
              p field 0.1
        fields 0 GET name 'f'
          text 'a'
          submit '' label 'go'

        > <form><table><tr><td><input name=a></table></form>
        form 0
          table
            row
              cell
                p field 0.0
        fields 0 GET
          text 'a'

        > <table><tr><td><form><input name=a></table><input name=b>
        table
          row
            cell
              form 0
                p field 0.0
        p field 0.1
        fields 0 GET
          text 'a'
          text 'b'

        > <table><tr><td><p>a<table><tr><td>b</table>c</table>
        table
          row
            cell
              p 'a'
              table
                row
                  cell
                    p 'b'
              p 'c'

        > <h1>a<table><tr><td>b</table></h1>
        h1 'a b'

        > <table><tr><td><h2>a</h2><pre>b</pre><blockquote>c</blockquote></table>
        table
          row
            cell
              h2 'a'
              pre 'b'
              quote
                p 'c'

        > <table><tr><th scope=row>a<td>b</table>
        table
          row
            head
              p 'a'
            cell
              p 'b'

        > <table hidden><tr><td>a</table><table><tr hidden><td>b<tr><td hidden>c<td>d</table>
        table
          row
            cell
              p 'd'

        > <table role=alert><tr><td>a</table>
        notice
          table
            row
              cell
                p 'a'

        > <table><li>a<tr><td>b</table>
        list
          -
            p 'a'
        table
          row
            cell
              p 'b'

        > <ul><table><tr><td>a</table><li>b</ul>
        list
          -
            table
              row
                cell
                  p 'a'
          -
            p 'b'

        > <table><tr><td>a<hr>b<td>c<br>d</table>
        table
          row
            cell
              p 'a'
              rule
              p 'b'
            cell
              p 'c' br 'd'

        > <table><select><option>x<tr><td>a</table>
        p field 0.0
        table
          row
            cell
              p 'a'
        fields 0 GET
          choice '' = 'x'
            * 'x' 'x'

        > <table><tbody><template><tr><td>x</template><tr><td>y</table>
        table
          row
            cell
              p 'y'
        """#
}
