namespace Accelerator.Ftp.Fxp;

/// <summary>The two servers of a third-party transfer (RFC 959 section 2.3).</summary>
public enum FxpSide
{
    /// <summary>Sends: RETR.</summary>
    Source,

    /// <summary>Receives: STOR or APPE.</summary>
    Destination,
}
