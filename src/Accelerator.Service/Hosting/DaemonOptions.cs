using System.Net;

namespace Accelerator.Service.Hosting;

/// <summary>What was typed after <c>ftpxd</c>.</summary>
/// <param name="Data">The data folder, a full path.</param>
/// <param name="Jobs">The job file, a full path.</param>
/// <param name="IsConsole">Whether it runs at a console although Windows could have started it as a service.</param>
internal sealed record DaemonOptions(string Data, string Jobs, bool IsConsole)
{
    /// <summary>What this node is called among those that share its ledger.</summary>
    public string Node { get; init; } = Environment.MachineName;

    /// <summary>Where this node has its page; null for what the job file says.</summary>
    public IPEndPoint? Dashboard { get; init; }

    /// <summary>Where it logs.</summary>
    public string Logs => Path.Combine(Data, "logs");
}
