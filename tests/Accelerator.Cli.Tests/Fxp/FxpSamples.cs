using Accelerator.Engine.Fxp;
using Accelerator.Ftp.Control;

namespace Accelerator.Cli.Tests.Fxp;

/// <summary>A simulated server-to-server run.</summary>
internal static class FxpSamples
{
    public static FxpServer Source { get; } = new(new FtpEndpoint("a.example", 21, FtpSecurity.None), FtpCredential.Anonymous);

    public static FxpServer Destination { get; } = new(new FtpEndpoint("b.example", 21, FtpSecurity.None), FtpCredential.Anonymous);

    public static FxpItem Item { get; } = new(Path("out/a.bin"), Path("in/new/a.bin")) { NewFolders = [Path("in/new")] };

    public static FxpFileResult Copied { get; } = Result("a.bin") with { Size = 8 << 20, BytesSent = 8 << 20, Elapsed = TimeSpan.FromSeconds(2), VerifiedBy = "size", Assurance = Assurance.Consistency, AssuranceText = "complete; size matches (the servers have no hash in common)", Passive = FxpSide.Destination };

    public static FxpFileResult There { get; } = Result("b.bin") with { Size = 1 << 20, WasThere = true };

    public static FxpFileResult Refused { get; } = Result("c.bin") with { Failure = FailureKind.Usage, Message = "c.bin exists already." };

    public static FxpFileResult Stopped { get; } = Result("d.bin") with { Failure = FailureKind.Cancelled, Message = "Stopped.", IsPartLeft = true };

    public static FxpPlan Plan { get; } = new()
    {
        Item = Item,
        Size = 8 << 20,
        Modified = "20261120000000",
        Part = Path("in/new/a.bin.part"),
        Offset = 1 << 20,
        Seam = null,
        MustHash = true,
        Hashes = FxpHash.Common(Features, Features),
        Passive = FxpSide.Destination,
        Append = false,
        Protection = FxpProtection.None,
    };

    private static FtpFeatures Features => FtpFeatures.Read(new FtpReply(211, ["Features", " XSHA256", "End"]));

    public static FxpFound Found(params TransferException[] problems) => new() { Items = [Item], SameFiles = 2, SameBytes = 2 << 20, Problems = problems };

    public static FxpRunRequest Run { get; } = new()
    {
        Request = new FxpRequest { Source = Source, Destination = Destination, Items = [Item] },
        Tree = Path("out"),
        Folder = Path("in"),
        Source = default!,
        Destination = default!,
    };

    public static FxpSummary Summary(FxpFound found, params FxpFileResult[] files) => new(Run, found, files, TimeSpan.FromSeconds(4));

    private static FtpPath Path(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);

    private static FxpFileResult Result(string name) => new()
    {
        Source = $"ftp://a.example/out/{name}",
        Destination = $"ftp://b.example/in/new/{name}",
        Failure = null,
        Message = "Done.",
        Size = 0,
        BytesSent = 0,
        BytesReused = 0,
        Elapsed = TimeSpan.Zero,
        VerifiedBy = "",
    };
}
