namespace Accelerator.Ftp.Listings;

/// <summary>The smallest part of a time that a listing tells. In ascending order.</summary>
public enum TimePrecision
{
    /// <summary>The day. LIST shows no more of files that are older than half a year.</summary>
    Day,

    /// <summary>The minute.</summary>
    Minute,

    /// <summary>The second.</summary>
    Second,

    /// <summary>A fraction of a second.</summary>
    Fraction,
}
