namespace Accelerator.Loopback.Settings;

/// <summary>The features of the server. A command without its feature gets 500; FEAT lists those that are on.</summary>
[Flags]
public enum LoopbackFeatures
{
    /// <summary>Minimal RFC 959, with neither passive nor active mode.</summary>
    None = 0,

    /// <summary>PASV.</summary>
    Pasv = 1 << 0,

    /// <summary>EPSV (RFC 2428).</summary>
    Epsv = 1 << 1,

    /// <summary>PORT and EPRT, to the client's own address only.</summary>
    ActiveMode = 1 << 2,

    /// <summary>FEAT itself (RFC 2389).</summary>
    Feat = 1 << 3,

    /// <summary>SIZE (RFC 3659).</summary>
    Size = 1 << 4,

    /// <summary>MDTM (RFC 3659).</summary>
    Mdtm = 1 << 5,

    /// <summary>REST STREAM (RFC 3659).</summary>
    Rest = 1 << 6,

    /// <summary>MLST and MLSD (RFC 3659).</summary>
    Mlst = 1 << 7,

    /// <summary>OPTS UTF8.</summary>
    Utf8 = 1 << 8,

    /// <summary>RANG STREAM (draft-bryan-ftp-range), both ends inclusive, as in ProFTPD.</summary>
    Rang = 1 << 9,

    /// <summary>HASH (draft-bryan-ftp-hash) with <see cref="LoopbackOptions.HashAlgorithms"/>.</summary>
    Hash = 1 << 10,

    /// <summary>XCRC.</summary>
    Xcrc = 1 << 11,

    /// <summary>XMD5.</summary>
    Xmd5 = 1 << 12,

    /// <summary>XSHA1.</summary>
    Xsha1 = 1 << 13,

    /// <summary>XSHA256.</summary>
    Xsha256 = 1 << 14,

    /// <summary>The features of a usual server of today: neither RANG nor hashes.</summary>
    Usual = Pasv | Epsv | ActiveMode | Feat | Size | Mdtm | Rest | Mlst | Utf8,

    /// <summary>All hash commands.</summary>
    Hashes = Hash | Xcrc | Xmd5 | Xsha1 | Xsha256,

    /// <summary>Everything.</summary>
    All = Usual | Rang | Hashes,
}
