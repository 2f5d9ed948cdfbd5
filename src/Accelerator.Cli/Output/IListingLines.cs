using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Output;

/// <summary>A listing as lines of standard output.</summary>
internal interface IListingLines
{
    /// <summary>Before the first entry of a folder that is one of several.</summary>
    IEnumerable<string> Head(FtpPath folder);

    /// <summary>One name.</summary>
    string Entry(FtpPath folder, ListingEntry entry);

    /// <summary>Behind the last entry of a folder.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="outcome">How its listing went; null where there is none to its end.</param>
    /// <param name="problem">Why; null where there is one.</param>
    /// <param name="unentered">Folders in it that are not entered.</param>
    IEnumerable<string> End(FtpPath folder, ListingOutcome? outcome, TransferException? problem, IReadOnlyList<UnenteredFolder> unentered);
}
