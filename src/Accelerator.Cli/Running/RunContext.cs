using Accelerator.Cli.History;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Running;

/// <summary>The services available to a run while it lasts: see <see cref="RunHost"/>.</summary>
/// <param name="View">The view.</param>
/// <param name="Events">Receives the engine events, for the view, the log and the report.</param>
/// <param name="Log">The log, or null.</param>
/// <param name="Trace">Receives the dialogue with the server, or null.</param>
/// <param name="Stop">Cancelled by Ctrl-C, and when the time of the run is over.</param>
internal sealed record RunContext(
    ITransferView View, EventFanOut Events, LogFile? Log, Action<FtpTraceLine>? Trace, CancellationToken Stop)
{
    /// <summary>Collects results that are no engine events; null for none.</summary>
    public HistoryRecorder? History { get; init; }

    /// <summary>Returns the limit of <c>--limit-rate @FILE</c>; null if there is no file.</summary>
    public Func<long?>? RateLimitNow { get; init; }

    /// <summary>Waits for the commands after files, and returns the exit code of the whole run for that of its files.</summary>
    public required Func<ExitCode, Task<ExitCode>> EndAsync { get; init; }

    /// <summary>Returns the request with what only the run has.</summary>
    public TransferRequest Complete(TransferRequest request) =>
        request with { Trace = Trace, RateLimitNow = RateLimitNow ?? request.RateLimitNow };
}
