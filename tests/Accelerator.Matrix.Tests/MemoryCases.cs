namespace Accelerator.Matrix.Tests;

/// <summary>Attack class S10, the measured part: memory of the whole process, so no other test may run beside it.</summary>
[Collection(AloneGroup.Name)]
public sealed class MemoryCases
{
    private const long MostMemory = 20 << 20;

    public static TheoryData<string> Verbs => ["USER", "PASS", "TYPE", "EPSV", "SIZE", "MDTM", "RETR", "FEAT"];

    [Fact]
    public Task T_LIST_4_a_listing_of_a_hundred_thousand_names_takes_no_memory() => AssertListedAsync(100_000);

    [Fact]
    [Trait("Run", "all")]
    public Task T_LIST_4_a_listing_of_half_a_million_names_takes_no_memory() => AssertListedAsync(500_000);

    [Theory]
    [MemberData(nameof(Verbs))]
    public async Task T_REP_6_an_endless_line_is_cut_off_and_takes_no_memory(string verb)
    {
        await using var it = new HostileFixture(Fault.OnCommand(verb).EndlessReply());
        // Without a time-out to wait for, the real clock is fast enough; on a quick one the time-out would come first on a busy machine.
        if (verb is not ("FEAT" or "MDTM" or "RETR")) it.Time = TimeProvider.System;
        await GetAsync(it);
        it.Check(it.ExitCode == 0 || !File.Exists(it.Local("f")), "It was published.");
        it.Check(verb is "FEAT" or "MDTM" or "RETR" || it.Written.Contains("a line of more than 64 KiB", StringComparison.Ordinal), "It did not say so.");
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REP_6_a_greeting_without_an_end_is_cut_off_and_takes_no_memory(int streams)
    {
        await using var it = new HostileFixture(Fault.OnConnection().EndlessBanner()) { Time = TimeProvider.System };
        await GetAsync(it, streams);
        it.AssertSaid(5, "a line of more than 64 KiB");
        it.AssertConnections(1, 5);
        it.AssertHere();
    }

    /// <summary>The bytes form a single line or follow many lines: 100 MB of each.</summary>
    [Theory]
    [InlineData("USER", "331 ", 1)]
    [InlineData("USER", "331-many\r\n331-", 1)]
    [InlineData("SIZE", "", 1)]
    [InlineData("SIZE", "", 4)]
    public async Task T_REP_6_a_line_of_a_hundred_megabytes_is_cut_off_and_takes_no_memory(string verb, string start, int streams)
    {
        Fault[] first = start.Length > 0 ? [Fault.OnCommand(verb).RawReply(start)] : [];
        await using var it = new HostileFixture([Fault.OnCommand(verb).EndlessReply(100 << 20), .. first]) { Time = TimeProvider.System };
        await GetAsync(it, streams);
        it.AssertSaid(5, "more than 64 KiB");
        if (verb != "SIZE") return;
        it.AssertSaid(5, "a line of more than 64 KiB");
        it.AssertSent("SIZE", 1, 1);
        it.AssertHere();
    }

    private static async Task AssertListedAsync(int names)
    {
        // The server is busy with the listing for longer than the case's own clock would wait.
        await using var it = new HostileFixture { Time = TimeProvider.System };
        it.Server.Files.AddSeries("/pub", names, 10);
        var output = new MeasuringWriter(names / 5);
        it.OtherOut = output;
        await it.ListAsync("/pub");
        it.Check(it.ExitCode == 0 && output.Lines == names, $"{output.Lines} lines.");
        // The server, in the same process, holds its whole text of 66 bytes a name until the end.
        it.Check(output.Most - output.Least < MostMemory + (names * 59L), $"Between {output.Least} and {output.Most} bytes were held.");
    }

    // Counts all allocations of both ends, so that no collection in between can hide any of them.
    private static async Task GetAsync(HostileFixture it, int streams = 1)
    {
        it.Server.Files.AddSynthetic("/pub/f", 200_000);
        var before = GC.GetTotalAllocatedBytes(precise: true);
        await it.GetAsync("/pub/f", "--streams", $"{streams}");
        var taken = GC.GetTotalAllocatedBytes(precise: true) - before;
        it.Check(it.Server.Log.Faults.Count > 0, "The fault did not take place.");
        it.Check(taken < MostMemory, $"{taken} bytes were taken for it.");
    }

    // Counts lines, and measures the heap at intervals.
    private sealed class MeasuringWriter(int every) : TextWriter
    {
        public override Encoding Encoding => Encoding.UTF8;

        public int Lines { get; private set; }

        public long Least { get; private set; } = long.MaxValue;

        public long Most { get; private set; }

        public override void Write(char value)
        {
        }

        public override void WriteLine(string? value)
        {
            if (++Lines % every != 0) return;
            var held = GC.GetTotalMemory(forceFullCollection: true);
            (Least, Most) = (Math.Min(Least, held), Math.Max(Most, held));
        }
    }
}
