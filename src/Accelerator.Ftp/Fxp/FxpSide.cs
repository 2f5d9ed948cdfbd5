namespace Accelerator.Ftp.Fxp;

/// <summary>The two servers of a third-party transfer (RFC 959 section 2.3).</summary>
public enum FxpSide
{
    /// <summary>The server that sends the file (RETR).</summary>
    Source,

    /// <summary>The server that receives the file (STOR or APPE).</summary>
    Destination,
}
