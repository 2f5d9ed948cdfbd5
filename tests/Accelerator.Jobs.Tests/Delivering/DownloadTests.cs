using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>A claimed file whose run does not begin.</summary>
public sealed class DownloadTests : LedgerContract
{
    /// <summary>A file that stays held is never queued again, because the leases of all held files are renewed.</summary>
    [Fact]
    public async Task A_file_whose_run_is_stopped_before_it_has_sessions_is_queued_again()
    {
        using var folder = MemoryFolder.Make();
        var opened = await Ledger.Folders.OpenAsync(Job, Server, "/a", folder.File("in"), None);
        await QueueAsync(opened.Id, "one");
        var download = Create(folder.File("in"));

        var run = Assert.Single(await FoundAsync(download));
        Assert.Equal("one", Assert.Single(download.Held.All).Claim.Name);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run!(new CancellationToken(canceled: true)));

        Assert.Empty(download.Held.All);
        Assert.Equal(FileState.Queued, (await FindAsync(opened.Id, "one")).State);
        Assert.Single(await FoundAsync(download));
    }

    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());

    private Download Create(string target)
    {
        var tools = new JobTools
        {
            Ledger = Ledger,
            Node = "n1",
            Incarnation = "a",
            Login = (_, _) => Task.FromResult(FtpCredential.Anonymous),
            Events = new DirectProgress<JobEvent>(_ => { }),
            Time = Time,
        };
        var json = JsonSerializer.SerializeToUtf8Bytes(new
        {
            servers = new Dictionary<string, object> { [Server] = new { address = "ftp://10.20.0.5", sessions = 4 } },
            jobs = new Dictionary<string, object> { [Job] = new { server = Server, folders = (string[])["/a"], target } },
        });
        var file = JobFileReader.Read(json, _ => { }).File!;
        var server = new ServerContext(file.Servers[Server], tools, new NodeSeat(tools, () => "", () => 0), () => false, _ => null);
        var download = new Download(server, new LocalFaults(tools, () => []), tools);
        download.Follow(file.Jobs, leastFreeSpace: 0);
        return download;
    }

    private static async Task<List<DeliveryWork?>> FoundAsync(Download download)
    {
        var found = new List<DeliveryWork?>();
        await foreach (var work in download.FindAsync(None)) found.Add(work);
        return found;
    }
}
