namespace Accelerator.Engine.Transfers.Files;

/// <summary>Sums over a set of files of a run.</summary>
/// <param name="Count">The number of files.</param>
/// <param name="Small">The number of files that a listing reports as short.</param>
/// <param name="Told">Sum of the reported sizes, in bytes. Wide enough for any number of files of 2^63 bytes, which a server may list: a
/// saturating sum could not be decremented again.</param>
/// <param name="Unsized">Files whose size has not been reported.</param>
/// <param name="Fetched">Bytes received over the network for them.</param>
/// <param name="BytesDone">Bytes in place.</param>
internal readonly record struct FileSums(int Count, int Small, Int128 Told, int Unsized, long Fetched, long BytesDone)
{
    /// <summary>The reported bytes, capped at <see cref="long.MaxValue"/>.</summary>
    public long Bytes => (long)Int128.Min(Told, long.MaxValue);

    /// <summary>Returns the sums with a waiting file added.</summary>
    public FileSums With(TransferItem item) => Add(item, 1);

    /// <summary>Returns the sums with a waiting file removed.</summary>
    public FileSums Without(TransferItem item) => Add(item, -1);

    /// <summary>Returns the sums with an ended file added.</summary>
    public FileSums With(FileTransfer file) => this with
    {
        Count = Count + 1,
        Told = Told + (file.Open?.Plan.Identity.Size ?? 0),
        Unsized = Unsized + (file.Open?.Plan.Identity.Size is null ? 1 : 0),
        Fetched = Fetched + file.BytesFetched,
        BytesDone = BytesDone + (file.Result?.Failure is null ? file.Open?.Length ?? 0 : 0),
    };

    private FileSums Add(TransferItem item, int sign) => this with
    {
        Count = Count + sign,
        Small = Small + (item.Listed is { Size: < TransferItem.LeastJournalled } ? sign : 0),
        Told = Told + (sign * (Int128)(item.Listed?.Size ?? 0)),
        Unsized = Unsized + (item.Listed is null ? sign : 0),
    };
}
