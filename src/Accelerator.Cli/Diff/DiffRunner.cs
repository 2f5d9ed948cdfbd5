using Accelerator.Cli.Hosting;
using Accelerator.Cli.Mirror;
using Accelerator.Cli.Running;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Diff;

/// <summary>Runs <c>ftpx diff</c>: the request and the plan of a mirror, shown and not carried out.</summary>
internal sealed class DiffRunner(ProcessEnvironment environment, MirrorCalls calls)
{
    /// <summary>
    /// Runs the command and returns the exit code: 0 for no difference, 1 for any, otherwise why the two were not compared.
    /// </summary>
    /// <exception cref="UsageException">The arguments are not a valid request; nothing has been sent over the network.</exception>
    public async Task<int> RunAsync(MirrorOptions options)
    {
        var host = new RunHost(environment, options);
        var request = await new MirrorRequestBuilder(options, environment, host.Warn).ReadAsync().ConfigureAwait(false);
        if (!Directory.Exists(request.TargetRoot))
            throw new UsageException($"The folder {SafeText.Escape(request.TargetRoot)} does not exist: give a folder to compare with.");
        return await host.RunAsync(
            request.Source.ToString(), request.Transfer, static _ => true, context => RunAsync(request, context)).ConfigureAwait(false);
    }

    private async Task<ExitCode> RunAsync(MirrorRequest request, RunContext context)
    {
        try
        {
            request = request with { Transfer = request.Transfer with { Trace = context.Trace } };
            var steps = await calls.Open(request, true, context.Events, context.Stop).ConfigureAwait(false);
            await using var closing = steps.ConfigureAwait(false);
            var plan = await steps.Plan(context.Stop).ConfigureAwait(false);
            foreach (var sentence in plan.LeftOut) context.Events.Report(new TransferEvent.Notice(NoticeKind.Other, sentence));
            var code = ExitCodes.ForDifference(plan);
            context.View.ShowDifference(plan, request, code);
            return code;
        }
        catch (TransferException e)
        {
            context.View.ShowProblem(new MirrorProblem("", e.Kind, e.Message));
            return ExitCodes.For(e.Kind);
        }
    }
}
