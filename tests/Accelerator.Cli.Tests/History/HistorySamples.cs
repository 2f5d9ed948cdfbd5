using Accelerator.Cli.Tests.Fxp;

namespace Accelerator.Cli.Tests.History;

/// <summary>Rows of the history.</summary>
internal static class HistorySamples
{
    public static DateTimeOffset Finished { get; } = new(2026, 11, 23, 22, 35, 20, 250, TimeSpan.Zero);

    public static HistoryRow Fetched { get; } = HistoryRow.Of("get", Finished, TransferSamples.Done());

    public static HistoryRow Failed { get; } = HistoryRow.Of("mirror", Finished, TransferSamples.Failed(FailureKind.NotFound) with { Size = 0, BytesFetched = 0 });

    public static HistoryRow Copied { get; } = HistoryRow.Of("fxp", Finished, FxpSamples.Copied);

    /// <summary>Returns rows of one minute each; the number is in the source.</summary>
    public static IEnumerable<HistoryRow> Rows(int count, int first = 1) =>
        Enumerable.Range(first, count).Select(number => Fetched with { Source = $"ftp://h/{number}", Finished = Finished.AddMinutes(number) });
}
