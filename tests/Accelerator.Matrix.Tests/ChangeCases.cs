using Accelerator.Loopback;

namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.4 of the fault matrix, T-REST-7 to T-REST-11: too much, too little, and files that change under the transfer.</summary>
public sealed class ChangeCases
{
    private const long Third = FaultCase.Length / 3;

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 4)]
    [InlineData(1 << 20, 1)]
    [InlineData(1 << 20, 4)]
    public async Task T_REST_7_bytes_past_the_end_are_never_part_of_the_file(long extra, int streams)
    {
        await using var it = new FaultCase(Fault.OnRetr().SendExtra(extra));
        await it.GetAsync(streams);

        it.AssertRefused(7, "sends more than");
        it.AssertFault("bytes too many");
        it.AssertSent("RETR", 1, 2 * streams + 4);
    }

    [Theory]
    [InlineData(1, 0)]
    [InlineData(4, 2 << 20)]
    [InlineData(4, 3 << 20)]
    public async Task T_REST_8_data_that_ends_short_with_226_is_fetched_to_its_end(int streams, long from)
    {
        await using var it = new FaultCase(Fault.OnRetr().FromOffset(from).Nth(1).EndShortAfter(900_000));
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertFault("ended short");
        it.AssertSentBytes(1.7);
        it.AssertSent("RETR", streams + 1, 2 * streams + 5);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_REST_9_a_range_that_is_empty_once_is_fetched_again(int streams)
    {
        await using var it = new FaultCase(Fault.OnRetr(streams).EndShortAfter(0));
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertFault("ended short after 0");
        it.AssertSent("SIZE", 3, 8);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_REST_9_ranges_that_are_empty_for_ever_are_not_what_SIZE_says(int streams)
    {
        await using var it = new FaultCase(Fault.OnRetr().EndShortAfter(0)) { Speed = 20 };
        await it.GetAsync(streams);

        it.AssertRefused(7, "SIZE says");
        it.AssertSent("RETR", 3, 12 + (6 * streams));
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(4, true)]
    [InlineData(1, false)]
    [InlineData(4, false)]
    public async Task T_REST_10_a_replacement_of_the_same_size_is_seen_by_its_time(int streams, bool inPlace)
    {
        var other = FileContent.Synthetic(FaultCase.Length, seed: 9);
        var at = Fault.AfterTotalBytes(Third);
        await using var it = new FaultCase(inPlace ? at.ReplaceInPlace(FaultCase.Big, other) : at.ReplaceByRename(FaultCase.Big, other));
        await it.GetAsync(streams);

        it.AssertRefused(7, "changed while it was fetched");
        it.AssertFault("replaced");
        it.Check(Directory.GetFiles(it.Folder).Length == 0, "Bytes of two files should not be kept.");
        it.AssertSentBytes(1.6);
    }

    [Fact]
    public async Task T_REST_10_without_a_time_new_bytes_in_place_are_seen_at_the_seams()
    {
        await using var it = new FaultCase(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mdtm,
            Faults = FaultPlan.Of(Fault.AfterTotalBytes(Third).ReplaceInPlace(FaultCase.Big, FileContent.Synthetic(FaultCase.Length, seed: 9))),
        });
        await it.GetAsync(4);

        it.AssertFault("replaced in place");
        await it.AssertRightOrRefusedAsync(7, 8);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(4, 1)]
    [InlineData(1, 1 << 20)]
    [InlineData(4, 1 << 20)]
    [InlineData(1, -1)]
    [InlineData(4, -1)]
    [InlineData(1, -2 << 20)]
    [InlineData(4, -2 << 20)]
    public async Task T_REST_11_a_file_that_grows_or_shrinks_is_not_published(int streams, long difference)
    {
        await using var it = new FaultCase(Fault.AfterTotalBytes(Third).Resize(FaultCase.Big, FaultCase.Length + difference));
        await it.GetAsync(streams);

        it.AssertRefused(7, "changed while it was fetched");
        it.AssertFault("resized");
        it.AssertSent("RETR", 1, 4 * streams + 4);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_REST_11_a_file_that_only_gets_another_time_is_not_published(int streams)
    {
        var later = new DateTimeOffset(2026, 5, 5, 0, 0, 0, TimeSpan.Zero);
        await using var it = new FaultCase(Fault.AfterTotalBytes(Third).ChangeFiles(files => files.Touch(FaultCase.Big, later)));
        await it.GetAsync(streams);

        it.AssertRefused(7, "changed while it was fetched");
        it.AssertFault("files changed");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_REST_11_a_file_that_is_removed_is_not_published(int streams)
    {
        await using var it = new FaultCase(Fault.AfterTotalBytes(Third).Remove(FaultCase.Big));
        await it.GetAsync(streams);

        it.Check(it.ExitCode == 7, $"Exit code {it.ExitCode}, not 7.");
        it.AssertSaid("was removed or renamed while it was fetched");
        it.Check(!File.Exists(Path.Combine(it.Folder, "big.bin")), "It was published.");
    }
}
