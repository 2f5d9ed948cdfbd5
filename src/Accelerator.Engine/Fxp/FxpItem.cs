using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Engine.Fxp;

/// <summary>One file to copy from server to server.</summary>
/// <param name="From">Its path at the source.</param>
/// <param name="To">Its final path at the destination. Until it is complete and verified, the data has that name with <c>.part</c>
/// appended.</param>
public sealed record FxpItem(FtpPath From, FtpPath To)
{
    /// <summary>
    /// The facts from the source's listing, time included, so that no query is needed before the file is sent; null, the default, where the
    /// source is to be queried.
    /// </summary>
    public ListedFacts? Listed { get; init; }

    /// <summary>
    /// Whether the destination's listing shows neither the file nor its partial file, so that no query is needed. Default false: the
    /// destination is queried.
    /// </summary>
    public bool IsNew { get; init; }

    /// <summary>
    /// Parent folders of <see cref="To"/> that do not exist at the destination, the outermost first. They are created before the first file
    /// that needs them.
    /// </summary>
    public IReadOnlyList<FtpPath> NewFolders { get; init; } = [];

    /// <summary>
    /// Whether the parent folders of <see cref="To"/> are created when the destination refuses to store there and gives no other reason.
    /// Default false.
    /// </summary>
    public bool MakesFolders { get; init; }

    /// <summary>The same file with all facts to be queried: the listed facts are outdated once something has been sent.</summary>
    internal FxpItem Unlisted => this with { Listed = null, IsNew = false };
}
