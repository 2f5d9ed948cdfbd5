namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>One server, and walks through its tree. A walk that takes too long fails with the server's whole trace.</summary>
internal sealed class WalkFixture : IAsyncDisposable
{
    // Only a walk that hangs takes so long.
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(3);

    // On the quickest clock of these tests it is still more than a minute.
    private static readonly TimeSpan Patience = TimeSpan.FromHours(6);

    public WalkFixture(params Fault[] faults)
        : this(new LoopbackOptions(), faults)
    {
    }

    public WalkFixture(LoopbackOptions options, params Fault[] faults)
    {
        Server = LoopbackServer.Start(options with { Faults = FaultPlan.Of(faults) });
        Time = faults.Length > 0 ? new WalkTime(60) : TimeProvider.System;
    }

    public LoopbackServer Server { get; }

    /// <summary>
    /// The clock. With faults, a minute of back-off takes a second, and time limits last as long as in real time. Without faults, the
    /// system's clock.
    /// </summary>
    public TimeProvider Time { get; set; }

    /// <summary>Whether an earlier run has seen that MLSD honours its path.</summary>
    public bool KnowsMlsdPath { get; set; } = true;

    public FtpCredential Credential { get; set; } = FtpCredential.Anonymous;

    /// <summary>Names below the root, in the order in which the folders arrived.</summary>
    public List<ListedFolder> Folders { get; } = [];

    public IReadOnlyList<string> Paths => [.. Folders.Select(folder => folder.Relative.Text)];

    /// <summary>The listing commands that the server received.</summary>
    public int Listings => Server.Log.CountOf("MLSD") + Server.Log.CountOf("LIST") + Server.Log.CountOf("NLST");

    public ListedFolder this[string path] => Assert.Single(Folders, folder => folder.Relative.Text == path);

    public static FtpPath Path(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);

    public TransferSource Source => new(new FtpEndpoint(Server.EndPoint.Address.ToString(), Server.EndPoint.Port, FtpSecurity.None), Credential, Path(""));

    public TransferRequest Request { get; } = new()
    {
        Items = [],
        Timeouts = new FtpTimeouts { Connect = Patience, Reply = Patience, FirstByte = Patience, Stall = Patience },
    };

    /// <summary>Walks to the end, or until <paramref name="enough"/> returns true.</summary>
    public async Task WalkAsync(Func<WalkRequest, WalkRequest>? adjust = null, Func<ListedFolder, bool>? enough = null, CancellationToken cancellationToken = default)
    {
        var want = new WalkRequest { Root = Path("") };
        await using var routes = await RouteSet.OpenAsync(Request, [Source], Time, CancellationToken.None);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        deadline.CancelAfter(Deadline);
        try
        {
            if (KnowsMlsdPath) routes.AsKnown();
            await foreach (var folder in new TreeWalk(routes.Routes[0], adjust?.Invoke(want) ?? want).RunAsync(deadline.Token))
            {
                Folders.Add(folder);
                if (enough?.Invoke(folder) == true) break;
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            Assert.Fail($"The walk did not end in time.\n{Server.Log}");
        }
    }

    public async ValueTask DisposeAsync() => await Server.DisposeAsync();
}
