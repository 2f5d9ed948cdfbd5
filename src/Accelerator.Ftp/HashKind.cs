namespace Accelerator.Ftp;

/// <summary>The hashes that servers and companion files offer.</summary>
public enum HashKind
{
    /// <summary>CRC-32 of ISO-HDLC (zip, <c>XCRC</c>), eight hex digits.</summary>
    Crc32,

    /// <summary>MD5, 32 hex digits.</summary>
    Md5,

    /// <summary>SHA-1, 40 hex digits.</summary>
    Sha1,

    /// <summary>SHA-256, 64 hex digits.</summary>
    Sha256,

    /// <summary>SHA-512, 128 hex digits.</summary>
    Sha512,
}
