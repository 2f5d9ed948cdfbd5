namespace Accelerator.Ftp.Listings;

/// <summary>What was asked to get a listing.</summary>
public enum ListingCommand
{
    /// <summary>
    /// MLSD (RFC 3659): a form that is made for programs, with sizes in bytes and times in UTC, and with names that begin with a point.
    /// </summary>
    Mlsd,

    /// <summary>LIST: a form that is made for people.</summary>
    List,

    /// <summary>NLST: names alone, of files alone on some servers.</summary>
    Nlst,
}
