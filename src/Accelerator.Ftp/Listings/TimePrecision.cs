namespace Accelerator.Ftp.Listings;

/// <summary>The smallest listed unit of a time, in ascending order.</summary>
public enum TimePrecision
{
    /// <summary>The day. LIST shows no more for files older than half a year.</summary>
    Day,

    /// <summary>The minute.</summary>
    Minute,

    /// <summary>The second.</summary>
    Second,

    /// <summary>A fraction of a second.</summary>
    Fraction,
}
