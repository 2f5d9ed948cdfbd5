namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>One folder, its listing and the local files, compared without a server.</summary>
internal sealed class PlannerFixture
{
    public static readonly DateTimeOffset Now = new(2026, 3, 3, 12, 0, 0, TimeSpan.Zero);
    public static readonly DateTime Modified = new(2026, 1, 2, 3, 4, 6, DateTimeKind.Utc);

    public PlanDraft Draft { get; } = new();

    public FileFilter Filter { get; set; } = FileFilter.All;

    public NameRules Rules { get; set; } = NameRules.Linux;

    public MirrorRecord Record { get; set; } = new(NameRules.Linux);

    public string Root { get; set; } = Path.GetFullPath("nowhere");

    public int Depth { get; set; }

    /// <summary>Roots on further servers.</summary>
    public IReadOnlyList<string> Replicas { get; set; } = [];

    /// <summary>The local names of the planned downloads.</summary>
    public IReadOnlyList<string> Fetched => [.. Draft.Fetches.Select(fetch => Path.GetFileName(fetch.Item.TargetPath))];

    public IReadOnlyList<string> Extras => [.. Draft.Extras.Select(extra => extra.Path).Order(StringComparer.Ordinal)];

    public IReadOnlyList<string> Problems => [.. Draft.Problems.Select(problem => problem.Message)];

    public static ListingEntry File(string name, long? size = 5) => new() { Name = Name(name), Kind = EntryKind.File, Size = size, Time = ListingTime.Utc(Modified, TimePrecision.Second) };

    public static ListingEntry Folder(string name) => new() { Name = Name(name), Kind = EntryKind.Folder };

    public static FtpPath Name(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);

    public static LocalEntry Same => new(LocalKind.File, 5, Modified);

    /// <summary>Sets a listing that is complete, or one that a server has cut off.</summary>
    public static ListingOutcome Outcome(bool isWhole = true, bool showsDotNames = true) => new()
    {
        What = "MLSD /pub",
        Command = ListingCommand.Mlsd,
        HasLines = true,
        NothingMeansEmpty = true,
        ShowsDotNames = showsDotNames,
        IsCut = !isWhole,
        FinalReply = new FtpReply(226, ["Done"]),
    };

    /// <summary>Compares the root folder.</summary>
    public IReadOnlyList<FolderPlace> Compare(IReadOnlyList<ListingEntry> listed, Dictionary<string, LocalEntry> here, ListingOutcome? outcome = null)
    {
        var request = new MirrorRequest
        {
            Source = new TransferSource(new FtpEndpoint("host", 21, FtpSecurity.None), FtpCredential.Anonymous, Name("/pub")),
            Replicas = [.. Replicas.Select((root, i) => new TransferSource(new FtpEndpoint($"b{i}", 21, FtpSecurity.None), FtpCredential.Anonymous, Name(root)))],
            TargetRoot = Root,
            Transfer = new TransferRequest { Items = [] },
            Filter = Filter,
        };
        var planner = new MirrorPlanner(request, Rules, Record, Now, Draft);
        var local = new Dictionary<string, LocalEntry>(here, LocalNames.Comparer(Rules));
        var folder = new ListedFolder { Relative = Name(""), Path = Name("/pub"), Depth = Depth, Entries = listed, Outcome = outcome ?? Outcome() };
        return planner.Compare(folder, new FolderPlace(folder.Path, folder.Relative, Root, "", Depth, IsHere: true), local);
    }

    public static string Number(int number) => number.ToString("000000", CultureInfo.InvariantCulture);
}
