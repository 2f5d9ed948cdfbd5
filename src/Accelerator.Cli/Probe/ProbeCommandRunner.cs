using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Engine.Probing;

namespace Accelerator.Cli.Probe;

/// <summary>Runs <c>ftpx probe</c>: request, run, page, exit code.</summary>
/// <param name="environment">The process environment.</param>
/// <param name="runAsync">The engine call.</param>
internal sealed class ProbeCommandRunner(
    ProcessEnvironment environment, Func<ProbeRequest, IProgress<ProbeStep>, CancellationToken, Task<ProbeReport>> runAsync)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are not a valid request; nothing has been sent over the network.</exception>
    public async Task<int> RunAsync(ProbeOptions options)
    {
        var host = new RunHost(environment, options);
        var request = await new ProbeRequestBuilder(options, environment, host.Warn).ReadAsync().ConfigureAwait(false);
        var plan = ProbeRunner.Plan(request);
        if (options.DryRun) return Print(options.Json ? [ProbeJson.Plan(plan)] : ProbeText.Plan(plan), host);

        return await host.RunPlainAsync(
            async (trace, stop) =>
            {
                host.WriteLines(ProbeText.Plan(plan));
                var steps = new ProgressCallback<ProbeStep>(Show);
                var report = await runAsync(request with { Trace = trace }, steps, stop).ConfigureAwait(false);
                var command = ProbeHint.For(options.Words, report.Verdict.Streams, environment.IsWindows);
                return Print(options.Json ? [ProbeJson.Report(report, command)] : ProbeText.Page(report, command), host);
            },
            failure =>
            {
                if (options.Json) Print([ProbeJson.Problem(request.Source, failure)], host);
            }).ConfigureAwait(false);

        void Show(ProbeStep step) => host.WriteLines([$"{Format.Count(step.Streams, "stream")}: {Format.Rate(step.BytesPerSecond)}"]);
    }

    // A closed pipe, or a full disk under redirected output, is not a defect of ftpx.
    private ExitCode Print(IReadOnlyList<string> lines, RunHost host)
    {
        try
        {
            foreach (var line in lines) environment.Out.WriteLine(line);
            return ExitCodes.Ok;
        }
        catch (IOException e)
        {
            return host.FailOutput(e);
        }
    }
}
