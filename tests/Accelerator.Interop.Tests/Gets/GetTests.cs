namespace Accelerator.Interop.Tests.Gets;

/// <summary>Small files, many files, and what is no file, with every server.</summary>
public sealed class GetTests : RealTests
{
    /// <summary>Many sizes in one request, the ones around a sample's and a block's length among them.</summary>
    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task Get_brings_small_files_of_many_sizes(ServerKind kind)
    {
        const long Sample = GetChecks.Sample;
        await using var server = await kind.StartAsync(Token);
        long[] sizes = [1, 999, Sample - 1, Sample, Sample + 1, (1 << 20) - 1, (1 << 20) + 1, 5_000_000];
        var files = new Dictionary<string, string>();
        foreach (var size in sizes) files[$"file-{size}"] = await GetChecks.PutAsync(server, $"file-{size}", size, Token);

        using var fixture = new GetFixture(server);
        var outcome = await GetFixture.RunAsync(fixture.Request(files.Keys) with { Streams = 4 }, Token);

        outcome.AssertSucceeded();
        foreach (var (path, hash) in files) await GetChecks.AssertIsAsync(fixture, path, hash, Token);
        Assert.Equal(sizes, outcome.Result.Files.Select(file => file.Size));
        Assert.Equal(files.Keys.Order(), fixture.LocalNames);
        Assert.InRange(outcome.Sent("USER"), 1, 4);
    }

    /// <summary>An empty file comes; a missing file and a folder end as "not found", say which it is, and leave nothing behind.</summary>
    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task Get_downloads_an_empty_file_and_distinguishes_a_missing_file_from_a_folder(ServerKind kind)
    {
        await using var server = await kind.StartAsync(Token);
        var hash = await GetChecks.PutAsync(server, "folder/empty", 0, Token);
        using var fixture = new GetFixture(server);

        var missing = await GetFixture.RunAsync(fixture.Request("folder/missing") with { Streams = 4 }, Token);
        missing.AssertFailed(FailureKind.NotFound);
        Assert.Contains("folder/missing", missing.File.Message);
        Assert.Contains("was not found: 550", missing.File.Message);

        var folder = await GetFixture.RunAsync(fixture.Request("folder") with { Streams = 4 }, Token);
        folder.AssertFailed(FailureKind.NotFound);
        Assert.Contains("is a folder", folder.File.Message);
        Assert.Empty(fixture.LocalNames);
        Assert.Equal(0, missing.Sent("RETR") + folder.Sent("RETR"));

        var empty = await GetFixture.RunAsync(fixture.Request("folder/empty"), Token);
        empty.AssertSucceeded();
        await GetChecks.AssertIsAsync(fixture, "empty", hash, Token);
        Assert.Equal(["empty"], fixture.LocalNames);
        Assert.Equal((0, 0), (empty.File.Size, empty.File.BytesFetched));
    }

    /// <summary>One try, not one for each stream: servers lock accounts and ban addresses.</summary>
    [ServerTheory]
    [Proftpd, PureFtpd, Pyftpdlib]
    public async Task Get_tries_a_wrong_password_once(ServerKind kind)
    {
        await using var server = await kind.StartAsync(Token);
        await GetChecks.PutAsync(server, "a", 10, Token);
        using var fixture = new GetFixture(server) { Credential = new FtpCredential(server.User, "wrong") };
        var outcome = await GetFixture.RunAsync(fixture.Request("a") with { Streams = 8 }, Token);

        outcome.AssertFailed(FailureKind.Login);
        Assert.Contains("530", outcome.File.Message);
        Assert.Equal(1, outcome.Sent("PASS"));
        await GetChecks.AssertServerSawAsync(server, outcome, "PASS", Token);
        Assert.Empty(fixture.LocalNames);
    }

    /// <summary>
    /// One RETR each and no question but for the time, where the listing did not tell it. Whether the server answers what is sent during a transfer after
    /// it is found out once, and costs no file.
    /// </summary>
    [ServerTheory]
    [Vsftpd(true), Proftpd(false), PureFtpd(false), Pyftpdlib(false)]
    public async Task Get_brings_many_listed_files_with_one_RETR_each(ServerKind kind, bool answersBehind)
    {
        const int Files = 60;
        await using var server = await kind.StartAsync(new ServerOptions { BytesPerSecond = 500_000 }, Token);
        var hashes = new List<string>();
        for (var i = 0; i < Files; i++) hashes.Add(await GetChecks.PutAsync(server, $"file-{i}", 100_000 + i, Token));
        using var fixture = new GetFixture(server);
        var sites = new SiteMemory(Folder.Path, TimeProvider.System);
        var request = fixture.Request(Enumerable.Range(0, Files).Select(i => $"file-{i}")) with { Streams = 4, Sites = sites };
        var listed = request.Items.Select((item, i) => item with { Listed = new ListedFacts(100_000 + i, i % 2 == 0 ? "20210304050607" : null) });
        var outcome = await GetFixture.RunAsync(request with { Items = [.. listed] }, Token);

        outcome.AssertSucceeded();
        for (var i = 0; i < Files; i++) await GetChecks.AssertIsAsync(fixture, $"file-{i}", hashes[i], Token);
        if (answersBehind) Assert.Equal((0, Files / 2), (outcome.Sent("SIZE") + outcome.Sent("FEAT"), outcome.Sent("MDTM")));
        // A transfer that ended for the command behind it is made again, and shows its seam.
        Assert.InRange(outcome.Sent("RETR"), Files, answersBehind ? Files : Files + 4);
        var known = await sites.ReadAsync(SiteKey.Of(fixture.Endpoint, server.User), Token);
        Assert.Equal(answersBehind, known.Record?.Facts.BehindWorks?.Value);
    }
}
