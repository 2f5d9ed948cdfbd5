using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Engine.Fxp;

/// <summary>One file to go from server to server.</summary>
/// <param name="From">Its path at the source.</param>
/// <param name="To">Its final path at the destination. Until it is whole and verified the data is in that name with <c>.part</c> behind
/// it.</param>
public sealed record FxpItem(FtpPath From, FtpPath To)
{
    /// <summary>
    /// What the source's listing has told of it, time included, so that nobody need ask before it is sent; null, the default, where it is
    /// to be asked.
    /// </summary>
    public ListedFacts? Listed { get; init; }

    /// <summary>
    /// Whether the destination's listing shows neither the file nor its partial file, so that nobody need ask. Default false: it is asked.
    /// </summary>
    public bool IsNew { get; init; }

    /// <summary>
    /// Folders around <see cref="To"/> that the destination does not have, the outermost first. They are made before the first file that
    /// needs them.
    /// </summary>
    public IReadOnlyList<FtpPath> NewFolders { get; init; } = [];

    /// <summary>
    /// Whether the folders around <see cref="To"/> are made, where the destination does not store there and shows no other reason. Default
    /// false.
    /// </summary>
    public bool MakesFolders { get; init; }

    /// <summary>The same file, of which everything is to be asked: what was listed is old once something has been sent.</summary>
    internal FxpItem Unlisted => this with { Listed = null, IsNew = false };
}
