using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Output;

/// <summary>Formats a listing as lines of standard output.</summary>
internal interface IListingLines
{
    /// <summary>The lines before the first entry of a folder that is one of several.</summary>
    IEnumerable<string> Head(FtpPath folder);

    /// <summary>The line of one entry.</summary>
    string Entry(FtpPath folder, ListingEntry entry);

    /// <summary>The lines after the last entry of a folder.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="outcome">The outcome of the listing; null if it did not finish.</param>
    /// <param name="problem">The reason why it did not finish; null if it did.</param>
    /// <param name="unentered">Subfolders that are not entered.</param>
    IEnumerable<string> End(FtpPath folder, ListingOutcome? outcome, TransferException? problem, IReadOnlyList<UnenteredFolder> unentered);
}
