using System.Text;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// What is remembered of a copy that is not finished: of which file the partial one is, and how far it may be believed. It holds no secret.
/// </summary>
internal sealed record FxpRecord
{
    /// <summary>Who has the file: user and server.</summary>
    public required string SourceSite { get; init; }

    /// <summary>Its path there: one character for each byte, so that no two paths are the same.</summary>
    public required string SourcePath { get; init; }

    /// <summary>Its size there, bytes.</summary>
    public required long Size { get; init; }

    /// <summary>Its time there as MDTM told it; null when it did not, and then nothing shows later that it is the same file.</summary>
    public required string? Modified { get; init; }

    /// <summary>Who gets it: user and server.</summary>
    public required string DestinationSite { get; init; }

    /// <summary>Its final path there, like <see cref="SourcePath"/>.</summary>
    public required string DestinationPath { get; init; }

    /// <summary>
    /// Whether it is copied in segments: then its partial file has holes and a name of its own, and only <see cref="Done"/> tells what it
    /// holds.
    /// </summary>
    public bool IsSegmented { get; init; }

    /// <summary>
    /// Segments that both servers have called complete, in order; they may touch. Empty for one stream, whose partial file is a beginning
    /// of the file.
    /// </summary>
    public IReadOnlyList<ByteRange> Done { get; init; } = [];

    /// <summary>Whether a server may still have been writing when this was written.</summary>
    public bool IsInProgress { get; init; }

    /// <summary>Whether that writing had begun above byte 0: Pure-FTPd takes the name away then, and gives it back at the end.</summary>
    public bool HadOffset { get; init; }

    /// <summary>When it was written.</summary>
    public required DateTimeOffset UpdatedUtc { get; init; }

    /// <summary>A record of a file of which nothing was sent yet.</summary>
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

    /// <summary>What the records of a destination name are kept by.</summary>
    public static (string Site, string Path) Key(FxpRequest request, FxpItem item) => (Site(request.Destination), Exact(item.To));

    /// <summary>Whether it is of this copy: the same names, and the source's size and time are still the same and known.</summary>
    public bool IsOf(FxpRequest request, FxpItem item, FxpFacts facts) =>
        SourceSite == Site(request.Source) && SourcePath == Exact(item.From) && (DestinationSite, DestinationPath) == Key(request, item)
        && Size == facts.Size && Modified is not null && Modified == facts.Modified;

    /// <summary>Whether what it speaks of is surely another file, or another version: then the partial file is too.</summary>
    public bool IsOfAnother(FxpRequest request, FxpItem item, FxpFacts facts) =>
        SourceSite != Site(request.Source) || SourcePath != Exact(item.From) || Size != facts.Size || Modified != facts.Modified;

    private static string Site(FxpServer server) => SiteKey.Of(server.Endpoint, server.Credential.User).ToString();

    private static string Exact(FtpPath path) => Encoding.Latin1.GetString(path.Bytes.Span);
}
