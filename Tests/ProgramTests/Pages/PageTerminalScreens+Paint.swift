// How a page of sixty columns is painted.
extension PageTerminalScreens {
    /// What the letters of `painted` are in the light theme.
    static let light = [
        "a 255,255,255 on 48,47,75 bold",
        "b 69,77,91 on 255,255,255",
        "c 60,89,231 on 255,255,255 underlined",
        "d 21,25,32 on 255,255,255",
        "e 21,25,32 on 255,255,255 bold",
        "f 60,89,231 on 255,255,255 bold",
    ]

    /// What they are in the dark theme.
    static let dark = [
        "a 255,255,255 on 48,47,75 bold",
        "b 143,149,161 on 7,8,11",
        "c 100,123,253 on 7,8,11 underlined",
        "d 255,255,255 on 7,8,11",
        "e 255,255,255 on 7,8,11 bold",
        "f 100,123,253 on 7,8,11 bold",
    ]

    /// What the letters of `paintedByName` are.
    static let named = [
        "a bold",
        "b faint",
        "c 34 underlined",
        "d 34 bold",
    ]

    /// In a theme.
    static let painted = """
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

        cccccccbbb

        ccccbbbdcccccccccbbbdccccccccbbbdcccccccbbbdcccccccccbbb
        ccccccbbb

        ccccccccbbbdcccccccbbb

        aaaaaaaaaaaaaaaaaaa
        bbbbbbbbbbbbbbbbbbb
        dddddddddddddddddddddbddddddddddbbbbbbbbbbbbbbbdbbbbbbbbb
        dddddddddddddddddddddbdddddbbb
        dddddddddddddddddddddbddddddddddbbbbbbbbbbbbbbbdbbbbbbbb
        dddddddddddddddddddddcccccccccccbbbb
        dddddddddddddddddddddbdddddddddddbbb
        dddddddddddddddddddddbddddddddbbb
        dddddddddddddddddddddbddddddddddbbb
        dddddddddddddddddddddbddddddddddbbb
        dddddddddddddddddddddbddddddddddbbb
        dddddddddddddddddddddbbbbbbbbbbbbbbbbbbbbbbbbbb
        dddddddddddddddddddddbddddddddddbbb
        dddddddddddddddddddddbddddddddbbbbbbbbbbbbbbbbbdcccc
        dddddddddddddddddddddccccccccccccccccccbbbb
        dddddddddddddddddddddbddddddddddddbbb
        dddddddddddddddddddddbdddddddddddddddddddbbbbbbdbbbbbbbbb
        dddddddddddddddddddddbddddddddbbbbbbbbbbbbbbbbbdcccc
        dddddddddddddddddddddccccccccccccccccbbbb
        dddddddddddddddddddddbddddddddddbbbbbbbbbbbbbbbdbbbbbbbbb
        dddddddddddddddddddddccccccccccccccbbbb
        dddddddddddddddddddddbddddddddbbbbbbbbbbbbbbbbbdcccc
        dddddddddddddddddddddcccccccccccbbbb
        dddddddddddddddddddddbdb
        dddddddddddddddddddddbddddddddddddddddddddddddbdbbbbbbbb
        dddddddddddddddddddddbbddddddddddddddddddddddddddd

        bbeeeeebbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbdddddddddddddddddddddbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbdddddddddddddddddddddbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbdddddddddddddddddddddb
        bbdddddddddddddddddddddb
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

        bbeeeeeeeeeeeeeeebbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbddddddddddddddddddbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbddddddddddddddddddbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbddddddddddddddddddbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbddddddddddddddddddbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

        bbeeeeeeeeeeeeeeeeeeeeeebbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbdddddddddddddddddbdb
        bbdddddddddddddddddbbbbbbbbbbbbbbbbbbbbbbbbbbdbbbbbbbbb
        bbdddddddddddddddddbddddddddddbbb
        bbdddddddddddddddddbbbbbbbbbbbbbbbbbbbbbbbbbbdbbbbbbbbb
        bbdddddddddddddddddb
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

        bbffffffbbdbbffffffbb
        """

    /// In the colours that a terminal has names for.
    static let paintedByName = """
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

        cccccccbbb

        ccccbbb.cccccccccbbb.ccccccccbbb.cccccccbbb.cccccccccbbb
        ccccccbbb

        ccccccccbbb.cccccccbbb

        aaaaaaaaaaaaaaaaaaa
        bbbbbbbbbbbbbbbbbbb
        .....................b..........bbbbbbbbbbbbbbb.bbbbbbbbb
        .....................b.....bbb
        .....................b..........bbbbbbbbbbbbbbb.bbbbbbbb
        .....................cccccccccccbbbb
        .....................b...........bbb
        .....................b........bbb
        .....................b..........bbb
        .....................b..........bbb
        .....................b..........bbb
        .....................bbbbbbbbbbbbbbbbbbbbbbbbbb
        .....................b..........bbb
        .....................b........bbbbbbbbbbbbbbbbb.cccc
        .....................ccccccccccccccccccbbbb
        .....................b............bbb
        .....................b...................bbbbbb.bbbbbbbbb
        .....................b........bbbbbbbbbbbbbbbbb.cccc
        .....................ccccccccccccccccbbbb
        .....................b..........bbbbbbbbbbbbbbb.bbbbbbbbb
        .....................ccccccccccccccbbbb
        .....................b........bbbbbbbbbbbbbbbbb.cccc
        .....................cccccccccccbbbb
        .....................b.b
        .....................b........................b.bbbbbbbb
        .....................bb...........................

        bbaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        bb.....................bbbbbbbbbbbbbbbbbbbbbbbbbb
        bb.....................bbbbbbbbbbbbbbbbbbbbbbbbbb
        bb.....................b
        bb.....................b
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

        bbaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        bb..................bbbbbbbbbbbbbbbbbbbbbbbbbb
        bb..................bbbbbbbbbbbbbbbbbbbbbbbbbb
        bb..................bbbbbbbbbbbbbbbbbbbbbbbbbb
        bb..................bbbbbbbbbbbbbbbbbbbbbbbbbb
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

        bbaaaaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        bb.................b.b
        bb.................bbbbbbbbbbbbbbbbbbbbbbbbbb.bbbbbbbbb
        bb.................b..........bbb
        bb.................bbbbbbbbbbbbbbbbbbbbbbbbbb.bbbbbbbbb
        bb.................b
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

        bbddddddbb.bbddddddbb
        """
}
