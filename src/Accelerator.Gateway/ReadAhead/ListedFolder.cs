using Accelerator.Ftp;

namespace Accelerator.Gateway.ReadAhead;

/// <summary>
/// The files of one listing, and how far clients have come: in its order (wget) or in that of the names' bytes (lftp). Questions (SIZE,
/// MDTM) and RETRs are counted apart, because lftp asks about all files before it fetches the first one. Pure; for one thread at a time.
/// </summary>
internal sealed class ListedFolder
{
    private readonly Order[] _orders;

    /// <param name="files">The paths of the files, in the listing's order.</param>
    /// <param name="isExpected">Whether the clients fetched the folder before this one to its end: then the first file is expected next.
    /// </param>
    public ListedFolder(IReadOnlyList<FtpPath> files, bool isExpected)
    {
        var sorted = files.Order(Comparer<FtpPath>.Create(static (a, b) => a.Bytes.Span.SequenceCompareTo(b.Bytes.Span))).ToArray();
        _orders = sorted.SequenceEqual(files) ? [new Order(files, isExpected)] : [new Order(files, isExpected), new Order(sorted, false)];
        IsExpected = isExpected;
        Count = files.Count;
    }

    /// <summary>The number of files.</summary>
    public int Count { get; }

    /// <summary>Whether the clients were expected to fetch it.</summary>
    public bool IsExpected { get; }

    /// <summary>Whether all files were fetched in order, or there are none and the folder was expected.</summary>
    public bool IsFinished => Count == 0 ? IsExpected : Array.Exists(_orders, order => order.Fetched.IsFinished);

    /// <summary>The time of the last request for one of its files, or of the listing.</summary>
    public long LastUse { get; set; }

    /// <summary>Returns whether the listing has this file.</summary>
    public bool Has(FtpPath path) => _orders[0].Has(path);

    /// <summary>Records a request.</summary>
    /// <param name="path">The file.</param>
    /// <param name="isFetch">Whether it is a RETR.</param>
    /// <returns>False if the listing does not have the file.</returns>
    public bool Note(FtpPath path, bool isFetch)
    {
        if (!Has(path)) return false;
        foreach (var order in _orders) order.Note(path, isFetch);
        return true;
    }

    /// <summary>Returns the files that are expected to be fetched next, in order.</summary>
    public IReadOnlyList<FtpPath> NextFetches(int most) => Next(order => order.Fetched, most);

    /// <summary>Returns the files about which a question is expected next, in order.</summary>
    public IReadOnlyList<FtpPath> NextQuestions(int most) => Next(order => order.Asked, most);

    private IReadOnlyList<FtpPath> Next(Func<Order, FetchPosition> which, int most) =>
        Array.Find(_orders, order => which(order).IsFollowed) is { } found
            ? [.. found.Files.Skip(which(found).Next).Take(most)] : [];

    private sealed class Order
    {
        private readonly Dictionary<FtpPath, int> _index = [];

        public Order(IReadOnlyList<FtpPath> files, bool isExpected)
        {
            Files = files;
            for (var i = 0; i < files.Count; i++) _index.TryAdd(files[i], i);
            (Asked, Fetched) = (new FetchPosition(files.Count, isExpected: false), new FetchPosition(files.Count, isExpected));
        }

        public IReadOnlyList<FtpPath> Files { get; }

        public FetchPosition Asked { get; }

        public FetchPosition Fetched { get; }

        public bool Has(FtpPath path) => _index.ContainsKey(path);

        public void Note(FtpPath path, bool isFetch) => (isFetch ? Fetched : Asked).Note(_index[path]);
    }
}
