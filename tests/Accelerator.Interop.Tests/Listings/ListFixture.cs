using Accelerator.Ftp.Sessions;

namespace Accelerator.Interop.Tests.Listings;

/// <summary>One session with a server, and its dialogue.</summary>
internal sealed class ListFixture : IAsyncDisposable
{
    private readonly ConcurrentQueue<FtpTraceLine> _trace;
    private readonly FtpConnector _connector;

    private ListFixture(FtpConnector connector, FtpSession session, ConcurrentQueue<FtpTraceLine> trace)
    {
        _connector = connector;
        _trace = trace;
        Session = session;
    }

    public FtpSession Session { get; }

    /// <summary>The commands behind the login.</summary>
    public IReadOnlyList<string> Commands =>
        [.. from line in _trace where !line.FromServer && line.Text.Split(' ')[0] is not ("USER" or "PASS") && line.Text != "TYPE I" select line.Text];

    public static async Task<ListFixture> OpenAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        var trace = new ConcurrentQueue<FtpTraceLine>();
        var profile = new SessionProfile
        {
            Endpoint = server.Endpoint,
            Credential = new FtpCredential(server.User, server.Password),
            AcceptAnyCertificate = true,
        };
        var connector = new FtpConnector(profile, TimeProvider.System, trace.Enqueue);
        return new ListFixture(connector, await connector.ConnectAsync(greeted: null, cancellationToken), trace);
    }

    public static FtpPath Path(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);

    /// <summary>All entries by their names, and the outcome.</summary>
    public async Task<(Dictionary<string, ListingEntry> Entries, ListingOutcome Outcome)> ListAsync(string folder, CancellationToken cancellationToken)
    {
        await using var listing = await Session.ListAsync(Path(folder), 1_000_000, cancellationToken);
        var entries = new Dictionary<string, ListingEntry>();
        await foreach (var entry in listing.EntriesAsync(cancellationToken)) entries.Add(entry.Name.Text, entry);
        return (entries, listing.Outcome!);
    }

    /// <summary>The length of a file, fetched by the name that was listed.</summary>
    public async Task<long> FetchAsync(string folder, FtpPath name, CancellationToken cancellationToken)
    {
        await using var transfer = await Session.RetrieveAsync(Path(folder).Child(name), 0, null, isBulk: false, cancellationToken);
        var buffer = new byte[65536];
        while (await transfer.ReadAsync(buffer) > 0) { }
        await transfer.CompleteAsync(cancellationToken);
        return transfer.BytesRead;
    }

    public async ValueTask DisposeAsync()
    {
        await Session.QuitAsync();
        _connector.Dispose();
    }
}
