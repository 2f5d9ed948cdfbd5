using Accelerator.Engine.Sessions;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Engine.Probing;

/// <summary>
/// Carries out a <see cref="ProbeRequest"/>. It reads from the server and writes nothing there; locally it writes only the file of the disk
/// measurement, which it removes.
/// </summary>
public sealed class ProbeRunner(TimeProvider time)
{
    /// <summary>Plans the load of a run. No I/O.</summary>
    public static ProbePlan Plan(ProbeRequest request) => ProbePlanner.Plan(request);

    /// <summary>Runs the measurement.</summary>
    /// <param name="request">The request.</param>
    /// <param name="progress">Receives each number of streams when it is measured.</param>
    /// <param name="cancellationToken">Stops it without a report.</param>
    /// <exception cref="TransferException">Nothing could be measured: no connection, no login, no such file, or the time limit.</exception>
    public async Task<ProbeReport> RunAsync(ProbeRequest request, IProgress<ProbeStep> progress, CancellationToken cancellationToken)
    {
        using var deadline = new CancellationTokenSource(request.TimeLimit, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        var run = new ProbeRun(request, progress, time, deadline.Token);
        await using var closing = run.ConfigureAwait(false);
        try
        {
            return await run.RunAsync(linked.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TransferException(FailureKind.Network,
                $"{request.Source} could not be measured within {request.TimeLimit.TotalSeconds:0.#} s: "
                    + "the first queries were not answered by then. Allow more time with --time-limit.");
        }
        catch (FtpException e)
        {
            throw new TransferException(FailurePolicy.Judge(e, 0, hasStood: true).Kind, e.Message, e);
        }
    }
}
