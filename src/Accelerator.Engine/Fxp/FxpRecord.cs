using System.Text;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// The state of an unfinished copy: the file that the partial one belongs to, and how much of it is trustworthy. It holds no secret.
/// </summary>
internal sealed record FxpRecord
{
    /// <summary>The source site: user and server.</summary>
    public required string SourceSite { get; init; }

    /// <summary>The path at the source: one character for each byte, so that no two paths are the same.</summary>
    public required string SourcePath { get; init; }

    /// <summary>The size at the source, bytes.</summary>
    public required long Size { get; init; }

    /// <summary>The MDTM at the source; null when not reported, and then nothing shows later that it is the same file.</summary>
    public required string? Modified { get; init; }

    /// <summary>The destination site: user and server.</summary>
    public required string DestinationSite { get; init; }

    /// <summary>The final path at the destination, like <see cref="SourcePath"/>.</summary>
    public required string DestinationPath { get; init; }

    /// <summary>
    /// Whether it is copied in segments: then its partial file has holes and a separate name, and only <see cref="Done"/> shows what it
    /// holds.
    /// </summary>
    public bool IsSegmented { get; init; }

    /// <summary>
    /// Segments that both servers have reported complete, in order; they may touch. Empty for one stream, whose partial file is a beginning
    /// of the file.
    /// </summary>
    public IReadOnlyList<ByteRange> Done { get; init; } = [];

    /// <summary>Whether a server may still have been writing when this record was written.</summary>
    public bool IsInProgress { get; init; }

    /// <summary>Whether that write had begun above byte 0: Pure-FTPd hides the name then, and restores it at the end.</summary>
    public bool HadOffset { get; init; }

    /// <summary>When the record was written.</summary>
    public required DateTimeOffset UpdatedUtc { get; init; }

    /// <summary>Creates a record of a file of which nothing was sent yet.</summary>
    public static FxpRecord Begin(FxpRequest request, FxpPlan plan, DateTimeOffset now) => new()
    {
        SourceSite = Site(request.Source),
        SourcePath = Exact(plan.Item.From),
        Size = plan.Size,
        Modified = plan.Modified,
        DestinationSite = Site(request.Destination),
        DestinationPath = Exact(plan.Item.To),
        UpdatedUtc = now,
    };

    /// <summary>Returns the key of the records of a destination name.</summary>
    public static (string Site, string Path) Key(FxpRequest request, FxpItem item) => (Site(request.Destination), Exact(item.To));

    /// <summary>
    /// Returns whether it describes this copy: the names are the same, and the source's size and time are known and unchanged.
    /// </summary>
    public bool IsOf(FxpRequest request, FxpItem item, FxpFacts facts) =>
        SourceSite == Site(request.Source) && SourcePath == Exact(item.From) && (DestinationSite, DestinationPath) == Key(request, item)
        && Size == facts.Size && Modified is not null && Modified == facts.Modified;

    /// <summary>Returns whether the record certainly describes another file, or another version: then the partial file does too.</summary>
    public bool IsOfAnother(FxpRequest request, FxpItem item, FxpFacts facts) =>
        SourceSite != Site(request.Source) || SourcePath != Exact(item.From) || Size != facts.Size || Modified != facts.Modified;

    private static string Site(FxpServer server) => SiteKey.Of(server.Endpoint, server.Credential.User).ToString();

    private static string Exact(FtpPath path) => Encoding.Latin1.GetString(path.Bytes.Span);
}
