namespace Accelerator.Engine.Transfers;

/// <summary>Sums over some files of a run.</summary>
/// <param name="Count">How many.</param>
/// <param name="Small">Those of which a listing says that they are short.</param>
/// <param name="Told">Bytes, as far as they are told. Wide enough for any number of files of 2^63 bytes, which a server may list: a sum
/// that stopped at the most there is could not be taken back.</param>
/// <param name="Unsized">Files of which nobody has told the size.</param>
/// <param name="Fetched">Bytes that came over the network for them.</param>
/// <param name="BytesDone">Bytes in place.</param>
internal readonly record struct FileSums(int Count, int Small, Int128 Told, int Unsized, long Fetched, long BytesDone)
{
    /// <summary>The same for those who count no further than <see cref="long.MaxValue"/>.</summary>
    public long Bytes => (long)Int128.Min(Told, long.MaxValue);

    /// <summary>With a file that waits.</summary>
    public FileSums With(TransferItem item) => Add(item, 1);

    /// <summary>Without a file that waited.</summary>
    public FileSums Without(TransferItem item) => Add(item, -1);

    /// <summary>With a file that has ended.</summary>
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
        Small = Small + (item.Listed is { Size: < FileTransfer.LeastJournalled } ? sign : 0),
        Told = Told + (sign * (Int128)(item.Listed?.Size ?? 0)),
        Unsized = Unsized + (item.Listed is null ? sign : 0),
    };
}
