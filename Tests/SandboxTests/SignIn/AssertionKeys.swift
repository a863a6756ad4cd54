extension AssertionTests {
    // Made for these tests; 1024 bits are enough for them.
    static let rsaKey = """
        -----BEGIN PRIVATE KEY-----
        MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAMBxuPJRkIcmoTp7
        HxhaCQp3DVLWj4fOXTdVTxVQpzpG2ByCq4b/V3bGgR9+yQg/Qg/RXIiXH2F8ldY2
        3kWaJAf+PHkkX12ewpYI+0Sgo571rbG7KalhQ2PPD/2s/NyBVDrvziJK+dAltbQK
        8yo/LeILlhUjZ+76viKK0+8HYrvPAgMBAAECgYBvgrYPO3IKzjiIYYVwH+OzO67t
        vEQpBkv/XyBXEogD/b8GLjVkIRs2SOnTLS0h6T3HWqJKx364h29vVBXRsPKE6UwM
        YrG3xGaTAWvaCPgDInYfNbQBaLjkCaRq2HOiauH2V7/Egk4SLTU4ajTL9t6dWnXE
        r+Ql/FzZE9tbrkAOqQJBAO5TTGUxvxGCsSmyzAgd1UZkYYpcH1xJxpmdM4YJkzLA
        dLatwj0dcwONVtvmkMsCRtpTRlcI7wuV4ItR28ZUqXsCQQDOt1omqbB/CWNYZ5J/
        OqDuNS3kZwz9pTAeKu5cRUZPcb4pm3gc/293wzGGPwefOs5pgmW0QH1TRC8XPb+t
        rBS9AkAjzhPuKBkiklX3g8svdPvzxWT6GnkDrnnN3lY9Tvb0awGd6GEEOYZsBDIG
        e49JUKBAcL5imQ8A2JWRmMzB8To9AkEAjW5HIOLCnfgnX2nlgmTzjGcYEggrjDMD
        2/AVi03eUCaLK95x7K0bb7492RKwvVG3vdp4iT4CQQEKkwUtar6spQJBANad7SBA
        jSbnydeWXKrSPsORx0Vbuinukwn2cqmSj6hPdgrF07JId1lkINGQXasCi9Q/CZIL
        WCO/SOG/LsfWLqY=
        -----END PRIVATE KEY-----
        """
    static let rsaPublic = """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDAcbjyUZCHJqE6ex8YWgkKdw1S
        1o+Hzl03VU8VUKc6RtgcgquG/1d2xoEffskIP0IP0VyIlx9hfJXWNt5FmiQH/jx5
        JF9dnsKWCPtEoKOe9a2xuympYUNjzw/9rPzcgVQ6784iSvnQJbW0CvMqPy3iC5YV
        I2fu+r4iitPvB2K7zwIDAQAB
        -----END PUBLIC KEY-----
        """
    static let ellipticKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+p1JjvKyjfOZ3ZzV
        5oSMkLC3e8Pg18y/mVmzgdV+102hRANCAAQj5IdNe71kJl5xOaAsrXOtf3/Q4ah6
        twtnCCPpbUenrl/YJdFQjKnhC01UM6quk4xXawyCYgUq49grUjJe56ho
        -----END PRIVATE KEY-----
        """
    static let ellipticPublic = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEI+SHTXu9ZCZecTmgLK1zrX9/0OGo
        ercLZwgj6W1Hp65f2CXRUIyp4QtNVDOqrpOMV2sMgmIFKuPYK1IyXueoaA==
        -----END PUBLIC KEY-----
        """
}
