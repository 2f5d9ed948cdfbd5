using Accelerator.Cli.Output;
using Accelerator.Engine.Probing;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Commands;

/// <summary><c>ftpx probe</c>'s work: request, run, page, exit code.</summary>
/// <param name="surroundings">The process.</param>
/// <param name="runAsync">The engine's part.</param>
internal sealed class ProbeVerb(Surroundings surroundings, Func<ProbeRequest, IProgress<ProbeStep>, CancellationToken, Task<ProbeReport>> runAsync)
{
    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="UsageException">The words make no request; nothing has touched the network.</exception>
    public async Task<int> RunAsync(ProbeOptions options)
    {
        var request = Build(options);
        var plan = ProbeRunner.Plan(request);
        if (options.Get.DryRun)
        {
            if (options.Get.Json) await surroundings.Out.WriteLineAsync(ProbeJson.Plan(plan)).ConfigureAwait(false);
            else await WriteAsync(surroundings.Out, ProbeText.Plan(plan)).ConfigureAwait(false);
            return ExitCodes.Ok;
        }
        using var trace = options.Get.Trace is { Length: > 0 } file ? TraceFile.Open(Path.GetFullPath(file, surroundings.Folder), surroundings.Time) : null;
        if (trace is not null) request = request with { Trace = trace.Write };
        if (!options.Get.Quiet) await WriteAsync(surroundings.Err, ProbeText.Plan(plan)).ConfigureAwait(false);
        return await MeasureAsync(options, request).ConfigureAwait(false);
    }

    private async Task<int> MeasureAsync(ProbeOptions options, ProbeRequest request)
    {
        using var stop = new StopSwitch(() => surroundings.Err.WriteLine("ftpx: stopping. Ctrl-C again ends at once."), surroundings.ExitNow);
        using var signals = surroundings.ListenForStop(stop);
        try
        {
            var report = await runAsync(request, new StepLines(options.Get.Quiet ? TextWriter.Null : surroundings.Err), stop.Token).ConfigureAwait(false);
            var command = ProbeHint.For(options.Get.Words, report.Verdict.Streams, surroundings.IsWindows);
            if (options.Get.Json) await surroundings.Out.WriteLineAsync(ProbeJson.Report(report, command)).ConfigureAwait(false);
            else await WriteAsync(surroundings.Out, ProbeText.Page(report, command)).ConfigureAwait(false);
            return ExitCodes.Ok;
        }
        catch (TransferException e)
        {
            await surroundings.Err.WriteLineAsync($"ftpx: {SafeText.Escape(e.Message)}").ConfigureAwait(false);
            return ExitCodes.For(e.Kind);
        }
        catch (OperationCanceledException) when (stop.Pressed)
        {
            await surroundings.Err.WriteLineAsync("ftpx: stopped.").ConfigureAwait(false);
            return ExitCodes.Cancelled;
        }
    }

    // As for a get of the same words, so that what works here works there.
    private ProbeRequest Build(ProbeOptions options)
    {
        var folder = Path.GetFullPath(options.Get.Output is { Length: > 0 } named ? named : ".", surroundings.Folder);
        if (!Directory.Exists(folder)) throw new UsageException($"The folder {SafeText.Escape(folder)} does not exist: create it first, or leave out --output.");
        var get = new GetRequest(options.Get, surroundings, sentence =>
        {
            if (!options.Get.Quiet) surroundings.Err.WriteLine($"ftpx: {sentence}");
        }).Build();
        return new ProbeRequest
        {
            Source = get.Items[0].Sources[0],
            MostStreams = options.MostStreams,
            TimeLimit = options.TimeLimit,
            Folder = folder,
            LocalAddress = get.LocalAddresses[0],
            ActiveMode = get.ActiveMode,
            AcceptAnyCertificate = get.AcceptAnyCertificate,
            Charset = get.Charset,
            Timeouts = get.Timeouts,
        };
    }

    private static async Task WriteAsync(TextWriter output, IReadOnlyList<string> lines)
    {
        foreach (var line in lines) await output.WriteLineAsync(line).ConfigureAwait(false);
    }

    private sealed class StepLines(TextWriter output) : IProgress<ProbeStep>
    {
        public void Report(ProbeStep value) => output.WriteLine($"ftpx: {Format.Count(value.Streams, "stream")}: {Format.Rate(value.BytesPerSecond)}");
    }
}
