using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Output;

/// <summary>A listing as one URL a line, which <c>ftpx get --input-file -</c> reads. Folders end in a slash.</summary>
/// <param name="endpoint">The server.</param>
/// <param name="user">The user in the address, or null.</param>
internal sealed class UrlLines(FtpEndpoint endpoint, string? user) : IListingLines
{
    /// <inheritdoc/>
    public IEnumerable<string> Head(FtpPath folder) => [];

    /// <inheritdoc/>
    public string Entry(FtpPath folder, ListingEntry entry) =>
        FtpUrl.Write(endpoint, user, folder.Child(entry.Name)) + (entry.Kind == EntryKind.Folder ? "/" : "");

    /// <inheritdoc/>
    public IEnumerable<string> End(
        FtpPath folder, ListingOutcome? outcome, TransferException? problem, IReadOnlyList<UnenteredFolder> unentered) => [];
}
