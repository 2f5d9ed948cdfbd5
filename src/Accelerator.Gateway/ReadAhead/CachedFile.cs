namespace Accelerator.Gateway.ReadAhead;

/// <summary>A complete file in memory, as RETR in TYPE I sent it.</summary>
/// <param name="Bytes">Its bytes.</param>
/// <param name="Modified">Its time as MDTM wrote it before the fetch.</param>
/// <param name="FetchedAt">Timestamp from after the fetch: the file is served only if size and time were the same later.</param>
internal sealed record CachedFile(byte[] Bytes, string Modified, long FetchedAt)
{
    /// <summary>Whether a client has had it.</summary>
    public bool IsServed { get; set; }
}
