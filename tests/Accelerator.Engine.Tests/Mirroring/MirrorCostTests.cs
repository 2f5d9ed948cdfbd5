using static Accelerator.Engine.Tests.Mirroring.PlannerFixture;

namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>
/// The memory cost of many files: unchanged files leave nothing behind. Runs alone, because other tests would change the measured heap.
/// </summary>
[Collection(AloneGroup.Name)]
public sealed class MirrorCostTests
{
    private const int Count = 20_000;

    /// <summary>No entry is retained after it was read: the heap is as large after the last as after the first.</summary>
    [Fact]
    public async Task Entries_of_a_long_listing_pass_through_without_staying()
    {
        await using var fixture = new WalkFixture();
        fixture.Server.Files.AddSeries("/many", Count, 7);
        await using var runner = await ListingRunner.OpenAsync(fixture.Request, fixture.Source, fixture.Time, CancellationToken.None);
        long atFirst = 0, count = 0, growth = 0;
        await runner.ListAsync(
            WalkFixture.Path("many"),
            _ =>
            {
                if (++count == 1) atFirst = GC.GetTotalMemory(forceFullCollection: true);
                if (count == Count) growth = GC.GetTotalMemory(forceFullCollection: true) - atFirst;
                return ValueTask.CompletedTask;
            },
            CancellationToken.None);
        Assert.Equal(Count, count);
        Assert.InRange(growth, long.MinValue, 2 << 20);
    }

    /// <summary>An unchanged folder costs its names and two tables, and retains nothing.</summary>
    [Fact]
    public void Files_that_are_the_same_cost_little()
    {
        List<ListingEntry> listed = [.. Enumerable.Range(0, Count).Select(i => File($"file-{Number(i)}.dat"))];
        var here = listed.ToDictionary(entry => entry.Name.Text, _ => Same);
        new PlannerFixture().Compare([File("warm")], new() { ["warm"] = Same });

        var planner = new PlannerFixture();
        var before = GC.GetAllocatedBytesForCurrentThread();
        planner.Compare(listed, here);
        var each = (GC.GetAllocatedBytesForCurrentThread() - before) / Count;
        Assert.Equal(Count, planner.Draft.SameFiles);
        // The measurement includes the fixture's own copy of the local table.
        Assert.InRange(each, 0, 250);
    }

    [Fact]
    public void A_record_of_many_files_costs_little()
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
        var planner = new PlannerFixture { Record = read };
        planner.Compare(listed, listed.ToDictionary(entry => entry.Name.Text, _ => Same));
        Assert.Equal(Count, planner.Draft.SameFiles);
        Assert.False(read.IsChanged);
    }

    /// <summary>A mirror keeps the result of every file until its end; texts of its own cost each 500 bytes more.</summary>
    [Fact]
    public void The_result_of_a_file_has_no_text_of_its_own_until_it_is_asked_for()
    {
        var source = new TransferSource(new FtpEndpoint("a", 21, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText("/file.bin", FtpCharsets.Utf8));
        var results = new FileResult[Count];
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < Count; i++) results[i] = Result();
        Assert.InRange((GC.GetAllocatedBytesForCurrentThread() - before) / Count, 0, 264);
        Assert.Equal(("ftp://a:21//file.bin", "file.bin: complete."), (results[0].Source, results[0].Message));

        FileResult Result() => new(source, "/target/file.bin", "length")
        {
            Failure = null, Size = 1, BytesFetched = 1, BytesReused = 0, Elapsed = TimeSpan.Zero, VerifyElapsed = TimeSpan.Zero, PeakStreams = 1,
            AssuranceText = "complete",
        };
    }
}
