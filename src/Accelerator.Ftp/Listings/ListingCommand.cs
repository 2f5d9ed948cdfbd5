namespace Accelerator.Ftp.Listings;

/// <summary>The command that was sent to get a listing.</summary>
public enum ListingCommand
{
    /// <summary>
    /// MLSD (RFC 3659): a machine-readable form, with sizes in bytes and times in UTC, including names that begin with a point.
    /// </summary>
    Mlsd,

    /// <summary>LIST: a human-readable form.</summary>
    List,

    /// <summary>NLST: names only, and on some servers names of files only.</summary>
    Nlst,
}
