namespace Accelerator.Matrix.Tests;

/// <summary>
/// Section 4.4 of the fault matrix, T-REST-7 to T-REST-11: too many bytes, too few, and files that change during the transfer.
/// </summary>
public sealed class ChangeCases
{
    private const long Third = FaultFixture.Length / 3;

    private static readonly FileContent Other = FileContent.Synthetic(FaultFixture.Length, seed: 9);

    private static Dictionary<string, Fault> Changes { get; } = new()
    {
        ["in place"] = Fault.AfterTotalBytes(Third).ReplaceInPlace(FaultFixture.Big, Other),
        ["by a rename"] = Fault.AfterTotalBytes(Third).ReplaceByRename(FaultFixture.Big, Other),
        ["a byte more"] = Fault.AfterTotalBytes(Third).Resize(FaultFixture.Big, FaultFixture.Length + 1),
        ["a MiB more"] = Fault.AfterTotalBytes(Third).Resize(FaultFixture.Big, FaultFixture.Length + (1 << 20)),
        ["a byte less"] = Fault.AfterTotalBytes(Third).Resize(FaultFixture.Big, FaultFixture.Length - 1),
        ["two MiB less"] = Fault.AfterTotalBytes(Third).Resize(FaultFixture.Big, FaultFixture.Length - (2 << 20)),
        ["another time"] = Fault.AfterTotalBytes(Third).ChangeFiles(files => files.Touch(FaultFixture.Big, new DateTimeOffset(2026, 5, 5, 0, 0, 0, TimeSpan.Zero))),
        ["removed"] = Fault.AfterTotalBytes(Third).Remove(FaultFixture.Big),
    };

    [Theory]
    [Streams(1, 4, Each = new object[] { 1L, 1L << 20 })]
    public async Task T_REST_7_bytes_past_the_end_are_never_part_of_the_file(long extra, int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr().SendExtra(extra));
        await it.GetRefusedAsync(7, "sends more than", streams);
        it.AssertFault("bytes too many");
        it.AssertSent("RETR", 1, 2 * streams + 4);
    }

    [Theory]
    [InlineData(1, 0, 900_000)]
    [InlineData(1, 0, FaultFixture.Length - 1)]
    [InlineData(4, 2 << 20, 900_000)]
    [InlineData(4, 3 << 20, 900_000)]
    [InlineData(4, 3 << 20, (1 << 20) - 1)]
    [InlineData(4, 3 << 20, 0)]
    public async Task T_REST_8_data_that_ends_short_with_226_is_fetched_to_its_end(int streams, long from, long bytes)
    {
        await using var it = new FaultFixture(Fault.OnRetr().FromOffset(from).Nth(1).EndShortAfter(bytes));
        await it.GetRightAsync(streams);
        it.AssertFault("ended short");
        it.AssertSentBytes(1.7);
        it.AssertSent("RETR", streams + 1, 2 * streams + 5);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REST_9_a_range_that_is_empty_once_is_fetched_again(int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr(streams).EndShortAfter(0));
        await it.GetRightAsync(streams);
        it.AssertFault("ended short after 0");
        it.AssertSent("SIZE", 3, 8);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REST_9_ranges_that_stay_empty_are_refused_as_contradicting_SIZE(int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr().EndShortAfter(0));
        await it.GetRefusedAsync(7, "SIZE reports", streams);
        it.AssertSent("RETR", 3, 12 + (6 * streams));
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "in place", "by a rename" })]
    public async Task T_REST_10_a_replacement_of_the_same_size_is_seen_by_its_time(string how, int streams)
    {
        await using var it = new FaultFixture(Changes[how]);
        await it.GetRefusedAsync(7, "changed while it was downloaded", streams);
        it.AssertFault("replaced");
        it.Check(Directory.GetFiles(it.Folder).Length == 0, "Bytes of two files should not be kept.");
        it.AssertSentBytes(1.6);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "a byte more", "a MiB more", "a byte less", "two MiB less", "another time", "removed" })]
    public async Task T_REST_11_a_file_that_changes_under_the_transfer_is_not_published(string how, int streams)
    {
        await using var it = new FaultFixture(Changes[how]);
        await it.GetRefusedAsync(7, how == "removed" ? "was removed or renamed while it was downloaded" : "changed while it was downloaded", streams);
        it.Check(it.Server.Log.Faults.Count > 0, "The file was not changed.");
        it.AssertSent("RETR", 1, 4 * streams + 4);
    }
}
