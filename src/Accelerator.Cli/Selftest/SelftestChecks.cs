using System.Runtime.CompilerServices;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Loopback;
using Accelerator.Loopback.Settings;
using Accelerator.Loopback.Shaping;

namespace Accelerator.Cli.Selftest;

/// <summary>
/// The checks, in order. The server caps each connection, as the window of a long network path does: several connections are faster only if
/// they work in parallel.
/// </summary>
internal sealed class SelftestChecks(TransferCalls calls, TimeProvider time, SelftestSizes sizes, string folder)
{
    public const int Streams = 8;

    // Eight connections can be nearly eight times as fast; below twice they do not work in parallel on any machine.
    private const double LeastSpeedUp = 2;

    // Other work on the computer can slow down one measurement; the best of these counts.
    private const int MostMeasurements = 3;

    /// <summary>Runs all checks, regardless of the results of the others.</summary>
    public async IAsyncEnumerable<SelftestRow> RunAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var capped = LoopbackServer.Start(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = sizes.Cap } });
        await using (capped.ConfigureAwait(false))
        {
            var fetch = new SelftestFetch(capped, calls, folder);
            var single = 0.0;
            capped.Files.AddSynthetic("/one.bin", sizes.Single, seed: 1);
            capped.Files.AddSynthetic("/many.bin", sizes.Many, seed: 2);
            capped.Files.AddSynthetic("/stopped.bin", sizes.Stopped, seed: 3);

            yield return await TryAsync("one stream", async () =>
            {
                var result = await WholeAsync(fetch, "/one.bin", 1, cancellationToken).ConfigureAwait(false);
                single = Rate(result);
                return (true, Measured(result));
            }).ConfigureAwait(false);
            yield return await TryAsync("eight streams", async () =>
            {
                FileResult? best = null;
                for (var i = 0; i < MostMeasurements && (best is null || Rate(best) < LeastSpeedUp * single); i++)
                {
                    var result = await WholeAsync(fetch, "/many.bin", Streams, cancellationToken).ConfigureAwait(false);
                    if (best is null || result.Elapsed < best.Elapsed) best = result;
                }
                // The check above has failed and measured nothing.
                if (single == 0) return (true, Measured(best!));
                var factor = Rate(best!) / single;
                return (factor >= LeastSpeedUp, $"{Measured(best!)}: {factor:0.0} times as fast");
            }).ConfigureAwait(false);
            yield return await TryAsync(
                "stop and resume", () => StopAndResumeAsync(fetch, "/stopped.bin", cancellationToken)).ConfigureAwait(false);
        }

        yield return await TryAsync("full speed", () => FullSpeedAsync(cancellationToken)).ConfigureAwait(false);
        yield return await TryAsync("disk", () => DiskAsync(cancellationToken)).ConfigureAwait(false);
    }

    private static async Task<SelftestRow> TryAsync(string name, Func<Task<(bool Passed, string Finding)>> check)
    {
        try
        {
            var (passed, finding) = await check().ConfigureAwait(false);
            return new SelftestRow(name, passed, finding);
        }
        catch (Exception e) when (e is TransferException or SelftestException or IOException or UnauthorizedAccessException)
        {
            return new SelftestRow(name, Passed: false, SafeText.Escape(e.Message));
        }
    }

    private static async Task<FileResult> WholeAsync(SelftestFetch fetch, string path, int streams, CancellationToken cancellationToken)
    {
        var fetched = await fetch.RunAsync(path, streams, new Progress<TransferEvent>(), cancellationToken).ConfigureAwait(false);
        await RequireWholeAsync(fetch, path, fetched.Result, cancellationToken).ConfigureAwait(false);
        return fetched.Result;
    }

    private static async Task RequireWholeAsync(SelftestFetch fetch, string path, FileResult result, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (result.Failure is not null) throw new SelftestException(result.Message);
        if (!await fetch.IsEqualAsync(path, cancellationToken).ConfigureAwait(false))
            throw new SelftestException("the file that arrived is not the file that was served: its SHA-256 differs");
        fetch.Remove(path);
    }

    private async Task<(bool Passed, string Finding)> StopAndResumeAsync(
        SelftestFetch fetch, string path, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var half = new ProgressCallback<TransferEvent>(value =>
        {
            if (value is TransferEvent.Progress { Snapshot: var snapshot } && snapshot.BytesDone >= sizes.Stopped / 2) stop.Cancel();
        });
        var first = (await fetch.RunAsync(path, streams: 2, half, stop.Token).ConfigureAwait(false)).Result;
        cancellationToken.ThrowIfCancellationRequested();
        if (first.Failure != FailureKind.Cancelled) throw new SelftestException($"the transfer did not stop half-way: {first.Message}");

        var second =
            (await fetch.RunAsync(path, streams: 2, new Progress<TransferEvent>(), cancellationToken).ConfigureAwait(false)).Result;
        await RequireWholeAsync(fetch, path, second, cancellationToken).ConfigureAwait(false);
        var twice = Math.Max(0, first.BytesFetched + second.BytesFetched - sizes.Stopped);
        return (second.BytesReused > 0,
            $"stopped after {Format.Size(first.BytesFetched)}, {Format.Size(second.BytesReused)} kept, "
                + $"{Format.Size(twice)} downloaded twice");
    }

    private async Task<(bool Passed, string Finding)> FullSpeedAsync(CancellationToken cancellationToken)
    {
        var server = LoopbackServer.Start(new LoopbackOptions());
        await using (server.ConfigureAwait(false))
        {
            server.Files.AddSynthetic("/fast.bin", sizes.Fast);
            var fetch = new SelftestFetch(server, calls, folder);
            var fetched = await fetch.RunAsync(
                "/fast.bin", Streams, new Progress<TransferEvent>(), cancellationToken).ConfigureAwait(false);
            await RequireWholeAsync(fetch, "/fast.bin", fetched.Result, cancellationToken).ConfigureAwait(false);
            var perGib = fetched.Cpu.TotalSeconds / (sizes.Fast / (double)(1 << 30));
            return (true, $"{Measured(fetched.Result)}, {perGib:0.00} CPU seconds per GiB, the test server's included");
        }
    }

    private async Task<(bool Passed, string Finding)> DiskAsync(CancellationToken cancellationToken)
    {
        var (bytes, took) = await DiskSpeed.MeasureAsync(folder, time, cancellationToken).ConfigureAwait(false);
        return (true, $"takes {Format.Rate(bytes / took.TotalSeconds)}, {Format.Size(bytes)} written and flushed");
    }

    private static string Measured(FileResult result) =>
        $"{Format.Size(result.Size)} in {Format.Took(result.Elapsed)}, {Format.Rate(Rate(result))}";

    private static double Rate(FileResult result) => result.Size / Math.Max(0.001, result.Elapsed.TotalSeconds);
}

/// <summary>Thrown by a failed check; the message is its finding.</summary>
internal sealed class SelftestException(string message) : Exception(message);

/// <summary>The result of one check.</summary>
/// <param name="Name">The name of the check.</param>
/// <param name="Passed">Whether the check passed.</param>
/// <param name="Finding">The measured facts, or the reason for the failure.</param>
internal sealed record SelftestRow(string Name, bool Passed, string Finding);

/// <summary>The amount of data that the checks transfer, in bytes.</summary>
/// <param name="Cap">The rate of each connection in the capped checks, in bytes per second.</param>
/// <param name="Single">The size of the file that one stream fetches.</param>
/// <param name="Stopped">
/// The size of the file whose fetch is stopped and resumed. At least 16 MiB: smaller files have no journal to resume from.
/// </param>
/// <param name="Fast">The size of the file that is fetched without a cap.</param>
internal sealed record SelftestSizes(long Cap, long Single, long Stopped, long Fast)
{
    /// <summary>
    /// The size of the file that eight streams fetch: with the cap they need as long as one stream. The logins, slow on a busy computer,
    /// then take the smaller part of both measurements.
    /// </summary>
    public long Many => Single * SelftestChecks.Streams;

    /// <summary>The free space that the checks need, in bytes: the disk holds one of their files at a time.</summary>
    public long Room => new[] { Single, Many, Stopped, Fast, DiskSpeed.Most }.Max();

    /// <summary>Two seconds each for one stream and for eight; about ten in all.</summary>
    public static SelftestSizes Default { get; } = new(8 << 20, Single: 16 << 20, Stopped: 32 << 20, Fast: 256 << 20);
}
