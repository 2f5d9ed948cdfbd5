using Accelerator.Cli.History;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Tuning.Advising;

namespace Accelerator.Cli.Doctor;

/// <summary>Reads the earlier transfers from a server out of the user's history.</summary>
internal static class PastTransferReader
{
    // Older transfers met another network.
    private const int MostRows = 1000;
    private const int MostTransfers = 20;

    /// <summary>Returns the transfers, the newest first; none if the history is off or cannot be read.</summary>
    public static IReadOnlyList<PastTransfer> Read(ProcessEnvironment environment, FtpEndpoint server)
    {
        try
        {
            return HistoryFile.IsKept(environment) && HistoryFile.Find(environment) is { } history
                ? Of(history.Read(null, onlyFailed: false, MostRows), server) : [];
        }
        catch (Exception e) when (e is HistoryException or UsageException)
        {
            return [];
        }
    }

    /// <summary>Returns the transfers of these rows that came from a server.</summary>
    public static IReadOnlyList<PastTransfer> Of(IEnumerable<HistoryRow> rows, FtpEndpoint server) =>
    [
        .. (from row in rows
            where row.PeakStreams is not null && (row.ExitCode == ExitCodes.Ok || row.ExitCode == ExitCodes.Network)
            where IsFrom(row.Source, server)
            select new PastTransfer(row.PeakStreams!.Value, row.BytesFetched, row.Elapsed, row.ExitCode == ExitCodes.Network))
            .Take(MostTransfers),
    ];

    private static bool IsFrom(string source, FtpEndpoint server) =>
        FtpUrl.TryParse(source, FtpCharsets.Utf8, out var url, out _)
        && url.Endpoint.Host.Equals(server.Host, StringComparison.OrdinalIgnoreCase) && url.Endpoint.Port == server.Port;
}
