using Accelerator.Cli.Output;
using Accelerator.Ftp;

namespace Accelerator.Cli.Running;

/// <summary>What a run finds around it while it lasts: see <see cref="RunHost"/>.</summary>
/// <param name="View">Shows it.</param>
/// <param name="Events">Takes what the engine tells, to the view, the log and the report.</param>
/// <param name="Log">The log, or null.</param>
/// <param name="Trace">Takes the dialogue with the server, or null.</param>
/// <param name="Stop">Cancelled by Ctrl-C.</param>
internal sealed record RunContext(ITransferView View, EventFanOut Events, LogFile? Log, Action<FtpTraceLine>? Trace, CancellationToken Stop);
