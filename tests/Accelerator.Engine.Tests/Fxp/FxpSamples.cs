namespace Accelerator.Engine.Tests.Fxp;

/// <summary>Requests, facts and failures of a copy between two servers, for tests that run no transfer.</summary>
internal static class FxpSamples
{
    public const string Modified = "20260101000000";

    public static FxpItem Item { get; } = new(FtpPath.FromText("a.bin", FtpCharsets.Utf8), FtpPath.FromText("in/a.bin", FtpCharsets.Utf8));

    /// <summary>The strategy of the first attempt.</summary>
    public static FxpStrategy First { get; } = new(FxpSide.Destination);

    public static FxpRequest Request(FtpSecurity source = FtpSecurity.None, FtpSecurity destination = FtpSecurity.None) => new()
    {
        Source = new FxpServer(new FtpEndpoint("a.example", 21, source), FtpCredential.Anonymous),
        Destination = new FxpServer(new FtpEndpoint("b.example", 21, destination), FtpCredential.Anonymous),
        Items = [Item],
    };

    /// <summary>Facts about a file of 1,000 bytes, of which the destination holds <paramref name="held"/>.</summary>
    public static FxpFacts Facts(long? held = null, params string[] features) => new()
    {
        Size = 1000,
        Modified = Modified,
        FinalSize = null,
        PartSize = held,
        DestinationTellsSizes = true,
        SourceFeatures = Features(features),
        DestinationFeatures = Features(features),
    };

    public static FtpFeatures Features(params string[] lines) => FtpFeatures.Read(new FtpReply(211, ["Features", .. lines.Select(line => " " + line), "End"]));

    /// <summary>The record that a run has left for a file of another site.</summary>
    public static FxpRecord Record(long size = 1000, string? modified = null) => new()
    {
        SourceSite = "a", SourcePath = "a", Size = size, Modified = modified, DestinationSite = "b", DestinationPath = "b", UpdatedUtc = DateTimeOffset.UnixEpoch,
    };

    public static FxpException Failure(FxpStep step, FxpSide side, int? code, bool isStoring = false) =>
        new(step, side, code is { } number ? new FtpReply(number, ["words"]) : null, "what happened") { IsStoring = isStoring };
}
