namespace Accelerator.Cli.Tests.Report;

/// <summary>The decision table of the limiting factor. Rates are in MiB/s, times in seconds.</summary>
public sealed class BindingLimitTests
{
    private static readonly LimitFacts Long = new()
    {
        BytesFetched = 5900L << 20,
        Elapsed = TimeSpan.FromSeconds(60),
        FirstByteAt = TimeSpan.FromSeconds(1),
        LastByteAt = TimeSpan.FromSeconds(60),
        FullAt = TimeSpan.FromSeconds(12),
        BestBytesPerSecond = 110 << 20,
        PeakStreams = 16,
    };

    public static TheoryData<string, object, string, string> Table() => new()
    {
        { "nothing", Long with { BytesFetched = 0, RateLimit = 1 }, nameof(LimitKind.NothingFetched), "No data was received" },
        { "rate", Long with { RateLimit = 120 << 20, ServerCeiling = "421", AskedStreams = 16 }, nameof(LimitKind.RateLimit), "The limit is 120 MiB/s (1.01 Gbit/s); the mean between the first and the last byte is 100 MiB/s (839 Mbit/s)." },
        { "rate not reached", Long with { RateLimit = 200 << 20 }, nameof(LimitKind.CannotBeTold), "" },
        { "verifying", Long with { Verifying = TimeSpan.FromSeconds(30) }, nameof(LimitKind.Verifying), "Flushing, hashing and publishing took 30.0 s of 1:00." },
        { "silent", Long with { Silent = TimeSpan.FromSeconds(20) }, nameof(LimitKind.Silence), "For 20.0 s of 1:00 between the first and the last byte, no data arrived" },
        { "short", Brief(4), nameof(LimitKind.StartUp), "only after 4.0 s of 8.0 s" },
        { "short but quick", Brief(2), nameof(LimitKind.CannotBeTold), "" },
        { "long with a late best", Long with { FullAt = TimeSpan.FromSeconds(50) }, nameof(LimitKind.CannotBeTold), "" },
        { "many files", Long with { FilesDone = 100, ReceivingShare = 0.45 }, nameof(LimitKind.BetweenFiles), "during 45 % of their time" },
        { "few files", Long with { FilesDone = 3, ReceivingShare = 0.45 }, nameof(LimitKind.CannotBeTold), "" },
        { "single", Long with { IsSingle = true, PeakStreams = 1 }, nameof(LimitKind.OneStream), "at 100 MiB/s (839 Mbit/s)" },
        { "flat", Long with { ByStreams = Rates((4, 100), (8, 104), (16, 110)) }, nameof(LimitKind.LineCapacity), "104 MiB/s (872 Mbit/s) with 8, 110 MiB/s (923 Mbit/s) with 16 (6 % more)" },
        { "grown into the line", Long with { ByStreams = Rates((8, 54), (32, 108)) }, nameof(LimitKind.LineCapacity), "grew less than half as much as the number of streams: 54.0 MiB/s" },
        { "falling", Long with { ByStreams = Rates((8, 100), (16, 80)) }, nameof(LimitKind.LineCapacity), "with 16 (20 % less)" },
        { "flat at a ceiling", Long with { ByStreams = Rates((4, 100), (6, 100.2)), ServerCeiling = "421 Full." }, nameof(LimitKind.LineCapacity), "(the same)" },
        {
            "ceiling", Long with { ByStreams = Rates((4, 27), (6, 40)), ServerCeiling = "The server allowed no more than 6 connections (421 Full); going on with as many." },
            nameof(LimitKind.ServerCeiling), "The server allowed no more than 6 connections (421 Full); going on with as many. Goodput grew with the number of streams: 27.0 MiB/s"
        },
        { "ceiling alone", Long with { ServerCeiling = "421 Full.", AskedStreams = 16 }, nameof(LimitKind.ServerCeiling), "16 streams reached 110 MiB/s" },
        { "asked", Long with { AskedStreams = 4, PeakStreams = 4 }, nameof(LimitKind.UserStreams), "4 streams were requested, and all received: 27.5 MiB/s (231 Mbit/s) each" },
        { "asked one", Long with { AskedStreams = 1, PeakStreams = 1 }, nameof(LimitKind.UserStreams), "1 stream was requested" },
        { "asked but not reached", Long with { AskedStreams = 32, ByStreams = Rates((4, 27), (16, 108)) }, nameof(LimitKind.StreamWindow), "" },
        { "window", Long with { ByStreams = Rates((4, 27), (8, 54), (16, 108)) }, nameof(LimitKind.StreamWindow), "6.75 MiB/s (56.6 Mbit/s) each" },
        { "between", Long with { ByStreams = Rates((8, 54), (16, 87)) }, nameof(LimitKind.CannotBeTold), "less than proportional" },
        { "alone", Long with { ByStreams = Rates((16, 108)) }, nameof(LimitKind.CannotBeTold), "No two stream counts" },
        { "too near", Long with { ByStreams = Rates((14, 100), (16, 108)) }, nameof(LimitKind.CannotBeTold), "No two stream counts" },
    };

    [Theory]
    [MemberData(nameof(Table))]
    public void The_observations_give_one_limit_with_its_evidence(string observed, object facts, string kind, string evidence)
    {
        var verdict = BindingLimit.Find((LimitFacts)facts);
        Assert.True(kind == verdict.Kind.ToString(), $"{observed}: {verdict.Kind}");
        Assert.Contains(evidence, verdict.Evidence);
        Assert.EndsWith(".", verdict.Evidence);
        Assert.NotEqual("", verdict.Title);
    }

    [Fact]
    public void The_table_has_every_limit() => Assert.Equal(Enum.GetNames<LimitKind>().Order(), Table().Select(row => (string)row[2]!).Distinct().Order());

    [Fact]
    public void The_facts_of_a_recorded_run_are_read_from_its_buckets()
    {
        var recorder = new RunRecorder(RunSamples.Request(), default);
        long[] bytes = [0, 0, 10, 100, 100, 0, 0, 100, 100, 0];
        var sum = 0L;
        for (var i = 0; i < bytes.Length; i++)
            recorder.Report(new TransferEvent.Progress(TransferSamples.Snapshot() with { Elapsed = TimeSpan.FromSeconds(i + 1), BytesFetched = sum += bytes[i], ActiveStreams = bytes[i] > 0 ? 2 : 0 }));
        var facts = LimitFacts.Of(recorder.Record());
        Assert.Equal((2, 9, 3, 2), (facts.FirstByteAt.TotalSeconds, facts.LastByteAt.TotalSeconds, facts.FullAt.TotalSeconds, facts.Silent.TotalSeconds));
        Assert.Equal((410, 100, 10), (facts.BytesFetched, facts.BestBytesPerSecond, facts.Elapsed.TotalSeconds));
        Assert.Equal(5 / 7d, facts.ReceivingShare, 6);
    }

    [Fact]
    public void The_limit_of_the_sample_run_is_the_server_ceiling() =>
        Assert.Equal(LimitKind.ServerCeiling, BindingLimit.Find(LimitFacts.Of(RunSamples.Record().Record())).Kind);

    private static LimitFacts Brief(double fullAt) =>
        Long with { Elapsed = TimeSpan.FromSeconds(8), LastByteAt = TimeSpan.FromSeconds(8), FullAt = TimeSpan.FromSeconds(fullAt) };

    private static StreamRate[] Rates(params (int Streams, double Mebibytes)[] rates) => [.. rates.Select(rate => new StreamRate(rate.Streams, rate.Mebibytes * (1 << 20)))];
}
