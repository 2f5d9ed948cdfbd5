using Accelerator.Cli.Addresses;
using Accelerator.Cli.Get;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Engine.Probing;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Probe;

/// <summary><c>ftpx probe</c>'s work: request, run, page, exit code.</summary>
/// <param name="environment">The process.</param>
/// <param name="runAsync">The engine's part.</param>
internal sealed class ProbeVerb(ProcessEnvironment environment, Func<ProbeRequest, IProgress<ProbeStep>, CancellationToken, Task<ProbeReport>> runAsync)
{
    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="UsageException">The words make no request; nothing has touched the network.</exception>
    public async Task<int> RunAsync(ProbeOptions options)
    {
        var request = Build(options);
        var plan = ProbeRunner.Plan(request);
        if (options.Get.DryRun) return await PrintAsync(options.Get.Json ? [ProbeJson.Plan(plan)] : ProbeText.Plan(plan)).ConfigureAwait(false);

        using var trace = options.Get.Trace is { Length: > 0 } file ? TraceFile.Open(Path.GetFullPath(file, environment.Folder), environment.Time) : null;
        if (trace is not null) request = request with { Trace = trace.Write };
        if (!options.Get.Quiet)
        {
            foreach (var line in ProbeText.Plan(plan)) Say(line);
        }
        return await MeasureAsync(options, request).ConfigureAwait(false);
    }

    private async Task<int> MeasureAsync(ProbeOptions options, ProbeRequest request)
    {
        using var stop = new StopSwitch(() => Say("ftpx: stopping. Ctrl-C again ends at once."), environment.ExitNow, environment.Time);
        using var signals = environment.ListenForStop(stop);
        try
        {
            var report = await runAsync(request, new StepLines(options.Get.Quiet ? _ => { } : Say), stop.Token).ConfigureAwait(false);
            var command = ProbeHint.For(options.Get.Words, report.Verdict.Streams, environment.IsWindows);
            return await PrintAsync(options.Get.Json ? [ProbeJson.Report(report, command)] : ProbeText.Page(report, command)).ConfigureAwait(false);
        }
        catch (TransferException e)
        {
            Say($"ftpx: {SafeText.Escape(e.Message)}");
            if (options.Get.Json) await PrintAsync([ProbeJson.Problem(request.Source, e)]).ConfigureAwait(false);
            return ExitCodes.For(e.Kind);
        }
        catch (OperationCanceledException) when (stop.Pressed)
        {
            Say("ftpx: stopped.");
            return ExitCodes.Cancelled;
        }
    }

    // A pipe that was closed, or a full disk under a redirected output, is no defect of ours.
    private async Task<int> PrintAsync(IReadOnlyList<string> lines)
    {
        try
        {
            foreach (var line in lines) await environment.Out.WriteLineAsync(line).ConfigureAwait(false);
            return ExitCodes.Ok;
        }
        catch (IOException e)
        {
            Say($"ftpx: The output cannot be written: {SafeText.Escape(e.Message)}");
            return ExitCodes.Disk;
        }
    }

    private void Say(string line)
    {
        try
        {
            environment.Err.WriteLine(line);
        }
        catch (IOException)
        {
            // The terminal is gone; what is measured is still wanted on standard output.
        }
    }

    // As for a get of the same words, so that what works here works there.
    private ProbeRequest Build(ProbeOptions options)
    {
        var folder = Path.GetFullPath(options.Get.Output is { Length: > 0 } named ? named : ".", environment.Folder);
        if (!Directory.Exists(folder)) throw new UsageException($"The folder {SafeText.Escape(folder)} does not exist: create it first, or leave out --output.");
        var path = BindOption.FindOne(options.Get.Bind, environment, "ftpx probe");
        var get = new GetRequest(options.Get, environment, sentence =>
        {
            if (!options.Get.Quiet) Say($"ftpx: {sentence}");
        }).Build();
        if (get.Items.Count == 0)
            throw new UsageException("ftpx probe measures one file: name it, and write a *, ? or [ in its name as %2A, %3F or %5B.");
        return new ProbeRequest
        {
            Source = get.Items[0].Sources[0],
            MostStreams = options.MostStreams,
            TimeLimit = options.TimeLimit,
            Folder = folder,
            LocalPath = path,
            ActiveMode = get.ActiveMode,
            Pipelining = get.Pipelining,
            AcceptAnyCertificate = get.AcceptAnyCertificate,
            Charset = get.Charset,
            Timeouts = get.Timeouts,
        };
    }

    private sealed class StepLines(Action<string> say) : IProgress<ProbeStep>
    {
        public void Report(ProbeStep value) => say($"ftpx: {Format.Count(value.Streams, "stream")}: {Format.Rate(value.BytesPerSecond)}");
    }
}
