using Accelerator.Cli.Tests.History;

namespace Accelerator.Cli.Tests.Doctor;

public sealed class PastTransferReaderTests
{
    /// <summary>Only whole or cut downloads from this server are evidence about the path to it.</summary>
    [Fact]
    public void Transfers_of_other_servers_and_other_failures_are_left_out()
    {
        var row = HistorySamples.Fetched with { Source = "ftp://H:2121/f", PeakStreams = 4, BytesFetched = 1000, Elapsed = TimeSpan.FromSeconds(2), ExitCode = ExitCodes.Ok };
        IReadOnlyList<HistoryRow> rows =
        [
            row, row with { ExitCode = ExitCodes.Network, BytesFetched = 500 }, row with { Source = "ftp://h/f" }, row with { Source = "ftp://other:2121/f" },
            row with { ExitCode = ExitCodes.NotFound }, row with { PeakStreams = null },
        ];
        Assert.Equal(
            [new PastTransfer(4, 1000, TimeSpan.FromSeconds(2), IsCut: false), new PastTransfer(4, 500, TimeSpan.FromSeconds(2), IsCut: true)],
            PastTransferReader.Of(rows, new FtpEndpoint("h", 2121, FtpSecurity.None)));
    }
}
