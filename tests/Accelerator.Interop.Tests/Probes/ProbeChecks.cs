namespace Accelerator.Interop.Tests.Probes;

/// <summary>The results that <c>ftpx probe</c> must give for every server whose connections are capped.</summary>
internal sealed class ProbeChecks(FtpxProgram program)
{
    /// <summary>A server whose connections are capped so low that a busy machine reaches the rate all the same.</summary>
    public static ServerOptions Capped { get; } = new() { BytesPerSecond = 1 << 20 };

    public static ProbeChecks Native { get; } = new(FtpxProgram.Native);

    public async Task FindsAsync(FtpServerProcess started, string name, string earlyClose, string rang)
    {
        await using var server = started;
        var found = await ProbeAsync(server, streams: 2);
        Assert.Contains(name, Text(found, "greeting"));
        var features = found.GetProperty("features").EnumerateArray()
            .ToDictionary(feature => Text(feature, "name"), feature => (Verdict: Text(feature, "verdict"), Detail: Text(feature, "detail")));
        Assert.Equal(("proven", "proven", rang), (features["REST"].Verdict, features["early close"].Verdict, features["RANG"].Verdict));
        Assert.StartsWith(earlyClose, features["early close"].Detail);
        Assert.Equal([1, 2], found.GetProperty("steps").EnumerateArray().Select(step => step.GetProperty("streams").GetInt32()));
        AssertVerdict(found);
    }

    /// <summary>
    /// Two capped streams are twice as fast as one, and the verdict is that each stream is limited. Where a busy computer kept the second
    /// one from its half (a load of 30 did), the verdict must not be that.
    /// </summary>
    private static void AssertVerdict(JsonElement found)
    {
        var rates = found.GetProperty("steps").EnumerateArray().Select(step => step.GetProperty("bytes_per_second").GetDouble()).ToArray();
        if (rates[1] / rates[0] < 1.5)
        {
            Assert.NotEqual("stream_rate", Text(found, "limit"));
            return;
        }
        // How many more streams would help is left to get.
        Assert.Equal(("most_streams", "stream_rate", JsonValueKind.Null), (Text(found, "stop"), Text(found, "limit"), found.GetProperty("recommended_streams").ValueKind));
        Assert.Empty(found.GetProperty("notes").EnumerateArray());
    }

    public async Task<JsonElement> ProbeAsync(FtpServerProcess server, int streams)
    {
        using var deadline = HangGuard.Start();
        await GetChecks.PutAsync(server, "big.bin", GetChecks.Big, deadline.Token);
        using var folder = new TempFolder();
        var end = await program.RunAsync(folder.Path, server.Password,
            ["probe", FtpxProgram.UrlOf(server, "big.bin"), "--json", "--quiet", "--insecure", "--streams", $"{streams}"], deadline.Token);
        end.ExpectQuiet();
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
        return Assert.Single(FtpxProgram.Lines(end, "probe"));
    }

    public static string Text(JsonElement json, string name) => json.GetProperty(name).GetString()!;
}
