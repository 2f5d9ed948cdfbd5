using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Tests.Transfers.Gets;
using Accelerator.Ftp.Listings;
using static Accelerator.Engine.Tests.Mirroring.PlannerBench;

namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>What many files cost, in bytes: those that are the same leave nothing behind. Alone, because other tests weigh the heap meanwhile.</summary>
[Collection(AloneGroup.Name)]
public sealed class MirrorCostTests
{
    private const int Count = 100_000;

    /// <summary>Nothing is kept of an entry that was read: the heap is as large after a hundred thousand as after the first.</summary>
    [Fact]
    public async Task A_hundred_thousand_entries_of_a_listing_pass_through_without_staying()
    {
        await using var harness = new WalkHarness();
        harness.Server.Files.AddSeries("/many", Count, 7);
        await using var runner = await ListingRunner.OpenAsync(harness.Request, harness.Source, harness.Time, CancellationToken.None);
        long atFirst = 0, count = 0, growth = 0;
        await runner.ListAsync(
            WalkHarness.Path("many"),
            _ =>
            {
                if (++count == 1) atFirst = GC.GetTotalMemory(forceFullCollection: true);
                if (count == Count) growth = GC.GetTotalMemory(forceFullCollection: true) - atFirst;
                return ValueTask.CompletedTask;
            },
            CancellationToken.None);
        Assert.Equal(Count, count);
        Assert.InRange(growth, long.MinValue, 4 << 20);
    }

    /// <summary>A folder of which nothing has changed costs its names and two tables, and nothing that stays.</summary>
    [Fact]
    public void A_hundred_thousand_files_that_are_the_same_cost_little()
    {
        List<ListingEntry> listed = [.. Enumerable.Range(0, Count).Select(i => File($"file-{Number(i)}.dat"))];
        var here = listed.ToDictionary(entry => entry.Name.Text, _ => Same);
        new PlannerBench().Compare([File("warm")], new() { ["warm"] = Same });

        var bench = new PlannerBench();
        var before = GC.GetAllocatedBytesForCurrentThread();
        bench.Compare(listed, here);
        var each = (GC.GetAllocatedBytesForCurrentThread() - before) / Count;
        Assert.Equal(Count, bench.Draft.SameFiles);
        // The bench's own copy of the local table is in it.
        Assert.InRange(each, 0, 250);
    }

    [Fact]
    public void The_same_holds_for_a_record_of_a_hundred_thousand_files()
    {
        var clock = ListingTime.Local(Modified.AddSeconds(-6), TimePrecision.Minute);
        List<ListingEntry> listed = [.. Enumerable.Range(0, Count).Select(i => File($"file-{Number(i)}.dat") with { Time = clock })];
        var record = new MirrorRecord(NameRules.Linux);
        foreach (var entry in listed) record.Set("", entry.Name.Text, new MirrorRecordEntry(5, Modified, clock, "20260102030406", Modified.AddDays(1)));
        var content = MirrorRecordFormat.Write(record, "site");
        Assert.InRange(content.Length / Count, 50, 120);

        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.True(MirrorRecordFormat.TryRead(content.Span, "site", NameRules.Linux, out var read, out _));
        Assert.InRange((GC.GetAllocatedBytesForCurrentThread() - before) / Count, 0, 600);
        var bench = new PlannerBench { Record = read };
        bench.Compare(listed, listed.ToDictionary(entry => entry.Name.Text, _ => Same));
        Assert.Equal(Count, bench.Draft.SameFiles);
        Assert.False(read.IsChanged);
    }
}
