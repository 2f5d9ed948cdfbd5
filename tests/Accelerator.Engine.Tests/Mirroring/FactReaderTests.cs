namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>The commands that ask about one name, and their replies.</summary>
public sealed class FactReaderTests
{
    [Theory]
    [InlineData(LoopbackFeatures.Usual, "pub/file", "File 4 Kind=MLST Size=MLST Modified=MLST Permissions=MLST", "FEAT MLST")]
    [InlineData(LoopbackFeatures.Usual, "pub", "Folder  Kind=MLST Modified=MLST Permissions=MLST", "FEAT MLST")]
    [InlineData(LoopbackFeatures.Usual, "", "Folder  Kind=MLSD", "FEAT MLSD")]
    [InlineData(LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst, "pub/file", "File 4 Kind=LIST Size=SIZE Modified=MDTM Permissions=LIST", "FEAT LIST SIZE MDTM")]
    [InlineData(LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst, "pub/link", "Link 4 Kind=LIST Size=SIZE Modified=MDTM Permissions=LIST Target=LIST", "FEAT LIST SIZE MDTM")]
    [InlineData(LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst, "pub", "Folder  Kind=LIST Modified=LIST Permissions=LIST", "FEAT LIST")]
    [InlineData(LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst, "/", "Folder  Kind=LIST", "FEAT SIZE LIST")]
    [InlineData(LoopbackFeatures.Pasv, "pub/file", "File 4 Kind=LIST Size=LIST Modified=LIST Permissions=LIST", "FEAT LIST SIZE MDTM")]
    public async Task Each_fact_has_the_command_that_gave_it(LoopbackFeatures features, string path, string expected, string commands)
    {
        await using var fixture = Tree(new LoopbackOptions { Features = features });
        await using (var runner = await OpenAsync(fixture))
        {
            var facts = await runner.StatAsync(WalkFixture.Path(path), withHash: false, CancellationToken.None);
            Assert.Equal(expected, $"{facts.Kind} {facts.Size} {string.Join(' ', facts.Commands.OrderBy(pair => pair.Key).Select(pair => $"{pair.Key}={pair.Value}"))}");
        }
        Assert.Equal(commands.Split(' '), fixture.Server.Log.Commands.Select(command => command.Verb).Where(verb => verb is "FEAT" or "MLST" or "MLSD" or "LIST" or "NLST" or "SIZE" or "MDTM"));
    }

    [Theory]
    [InlineData(LoopbackFeatures.Usual)]
    [InlineData(LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst)]
    public async Task A_missing_path_is_not_found(LoopbackFeatures features)
    {
        await using var fixture = Tree(new LoopbackOptions { Features = features });
        await using var runner = await OpenAsync(fixture);
        foreach (var path in (string[])["pub/none", "none/none"])
        {
            var e = await Assert.ThrowsAsync<TransferException>(() => runner.StatAsync(WalkFixture.Path(path), withHash: false, CancellationToken.None));
            Assert.Equal(FailureKind.NotFound, e.Kind);
        }
    }

    /// <summary>A folder may be closed to listing while its files are readable.</summary>
    [Fact]
    public async Task A_file_in_a_folder_that_cannot_be_listed_is_found_with_SIZE()
    {
        await using var fixture = Tree(new LoopbackOptions { Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst }, Fault.OnCommand("LIST").Reply("550 Not for you."));
        await using var runner = await OpenAsync(fixture);
        var facts = await runner.StatAsync(WalkFixture.Path("pub/file"), withHash: false, CancellationToken.None);
        Assert.Equal((EntryKind.File, 4, "SIZE"), (facts.Kind, facts.Size, facts.Commands[EntryFact.Kind]));
    }

    [Theory]
    [InlineData(LoopbackFeatures.Usual | LoopbackFeatures.Xmd5 | LoopbackFeatures.Xsha256, "XSHA256", "XSHA256, XMD5")]
    [InlineData(LoopbackFeatures.Usual, null, "")]
    public async Task A_hash_is_the_strongest_that_the_server_gives_and_only_where_it_is_wanted(LoopbackFeatures features, string? by, string offered)
    {
        await using var fixture = Tree(new LoopbackOptions { Features = features });
        await using var runner = await OpenAsync(fixture);
        var facts = await runner.StatAsync(WalkFixture.Path("pub/file"), withHash: false, CancellationToken.None);
        Assert.Equal((null, offered), (facts.Hash, string.Join(", ", facts.OfferedHashes)));
        facts = await runner.StatAsync(WalkFixture.Path("pub/file"), withHash: true, CancellationToken.None);
        Assert.Equal((by is null ? null : Convert.ToHexString(SHA256.HashData("text"u8)).ToLowerInvariant(), by), (facts.Hash, facts.Commands.GetValueOrDefault(EntryFact.Hash)));
        Assert.Null((await runner.StatAsync(WalkFixture.Path("pub"), withHash: true, CancellationToken.None)).Hash);
    }

    private static WalkFixture Tree(LoopbackOptions options, params Fault[] faults)
    {
        var fixture = new WalkFixture(options, faults);
        fixture.Server.Files.AddText("/pub/file", "text");
        fixture.Server.Files.AddLink("/pub/link", "file");
        return fixture;
    }

    private static async Task<ListingRunner> OpenAsync(WalkFixture fixture) =>
        (await ListingRunner.OpenAsync(fixture.Request, fixture.Source, fixture.Time, CancellationToken.None)).AsKnown();
}
