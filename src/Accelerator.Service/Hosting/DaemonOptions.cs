using System.Net;

namespace Accelerator.Service.Hosting;

/// <summary>The options of <c>ftpxd</c>.</summary>
/// <param name="Data">The data folder, a full path.</param>
/// <param name="Jobs">The job file, a full path.</param>
/// <param name="IsConsole">Whether it runs at a console although Windows could have started it as a service.</param>
internal sealed record DaemonOptions(string Data, string Jobs, bool IsConsole)
{
    /// <summary>The name of this node among those that share its ledger.</summary>
    public string Node { get; init; } = Environment.MachineName;

    /// <summary>This node's endpoint for the page; null to use the endpoint in the job file.</summary>
    public IPEndPoint? Dashboard { get; init; }

    /// <summary>The folder of the logs.</summary>
    public string Logs => Path.Combine(Data, "logs");
}
