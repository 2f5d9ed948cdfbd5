using System.Text.Json;
using Accelerator.Ftp.Tests.Listings;

namespace Accelerator.Matrix.Tests;

/// <summary>
/// T-LIST-1 and T-LIST-2 of the fault matrix: each listing of the corpora as <c>ftpx ls --json</c> shows it. Omitted years, around New Year
/// and the 29th of February, are in <c>unix-dates</c>. The parser's own tests cover how the network splits a listing.
/// </summary>
public sealed class CorpusCases
{
    // A folder is listed by NLST only where no other command is available.
    public static IEnumerable<object[]> Names => Corpus.Names.Where(name => Corpus.Load(name).Command != "NLST").Select(name => new object[] { name });

    [Theory]
    [MemberData(nameof(Names))]
    public Task T_LIST_1_a_listing_is_shown_as_it_was_meant(string name) => AssertShownAsync(name);

    [Theory]
    [InlineData("2026-01-01T00:10:00", "Dec 31 23:59", "2025-12-31 23:59")]
    [InlineData("2026-01-01T00:10:00", "Jan  1 00:05", "2026-01-01 00:05")]
    [InlineData("2025-12-31T23:50:00", "Jan  1 00:05", "2026-01-01 00:05")]
    [InlineData("2026-06-01T12:00:00", "Feb 29 12:00", "2024-02-29 12:00")]
    [InlineData("2024-06-01T12:00:00", "Feb 29 12:00", "2024-02-29 12:00")]
    [InlineData("2026-06-01T12:00:00", "Feb 30 12:00", null)]
    public async Task T_LIST_2_a_time_without_its_year_gets_the_right_one_or_none(string now, string listed, string? shown)
    {
        await using var it = Case(DateTimeOffset.Parse(now + "Z"), isMlsd: false, RawListing.Of([$"-rw-r--r--   1 ftp ftp 4 {listed} f"]), "226 Transfer complete.");
        await it.ListAsync("/pub", "--json");
        var entry = Lines(it, "entry").Single();
        it.Check(entry.GetProperty("listed_time").GetString() == shown, $"It was taken for {entry.GetProperty("listed_time").GetString() ?? "no time"}.");
        it.Check(shown is null || entry.GetProperty("year_inferred").GetBoolean(), "The year was not told.");
        it.Check(entry.GetProperty("modified").GetString() is null, "A time of LIST may not decide whether a file has changed.");
    }

    private static async Task AssertShownAsync(string name)
    {
        var corpus = Corpus.Load(name);
        await using var it = Case(corpus.Now, corpus.Command == "MLSD", FileContent.FromBytes(corpus.Bytes), corpus.Reply.Count == 0 ? "226 Transfer complete." : string.Join("\r\n", corpus.Reply));
        await it.ListAsync("/pub", "--json", "--charset", corpus.Charset);

        var expected = corpus.Expected.Split('\n');
        var listing = Lines(it, "listing").Single();
        var isComplete = expected[^1].EndsWith("doubts", StringComparison.Ordinal);
        it.Check(listing.GetProperty("complete").GetBoolean() == isComplete, "A listing without a sign of truncation is complete.");
        it.Check(it.ExitCode == (isComplete ? 0 : 12), "The exit code says the same.");
        Assert.Equal(expected[..^1].Select(line => line.Split(" unique ")[0]), Lines(it, "entry").Select(Describe));
        it.Check(it.Server.Log.Commands.Count(command => command.Verb is "LIST" or "MLSD" or "NLST") <= 2, "It was asked for again and again.");
    }

    private static HostileFixture Case(DateTimeOffset now, bool isMlsd, FileContent listing, string reply) =>
        new(RawListing.Options(isMlsd) with { Faults = FaultPlan.Of(Fault.OnListing().SendInstead(listing), Fault.OnListing().Final(reply)) })
        {
            Time = new ShiftedTime { Shift = now - DateTimeOffset.UtcNow },
        };

    private static IEnumerable<JsonElement> Lines(HostileFixture it, string type) =>
        from line in it.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries)
        let json = JsonDocument.Parse(line).RootElement
        where json.GetProperty("type").GetString() == type
        select json;

    // The notation of the corpora, where names are escaped for display.
    private static string Describe(JsonElement entry)
    {
        var inferred = entry.GetProperty("year_inferred").ValueKind == JsonValueKind.True ? "~" : "";
        var open = entry.GetProperty("day_month_open").ValueKind == JsonValueKind.True ? "?" : "";
        var target = entry.GetProperty("target").GetString() is { } leads ? $" -> \"{SafeText.Escape(leads)}\"" : "";
        return $"{Text("kind")} {Text("size")} {Text("listed_time").Replace(' ', 'T')}{inferred}{open} {Text("permissions")} \"{SafeText.Escape(Text("name"))}\"{target}";

        string Text(string name) => entry.GetProperty(name) is { ValueKind: not JsonValueKind.Null } value ? value.ToString() : "-";
    }
}
