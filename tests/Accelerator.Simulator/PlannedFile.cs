using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Simulator;

/// <summary>The plan that the product makes for one file of a known size.</summary>
internal static class PlannedFile
{
    private static readonly TransferItem Item = new()
    {
        Sources =
        [
            new TransferSource(
                new FtpEndpoint("server", 21, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText("/file", FtpCharsets.Utf8)),
        ],
        TargetPath = "file",
    };

    /// <summary>Plans it.</summary>
    /// <param name="size">Bytes.</param>
    /// <param name="start">Streams to start with.</param>
    public static TransferPlan Plan(long size, int start) =>
        TransferPlanner.Plan(new TransferRequest { Items = [Item] }, Item, new RemoteFacts(new RemoteIdentity("server", "/file", size, null), null), null, new(start));
}
