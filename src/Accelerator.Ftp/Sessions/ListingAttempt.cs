using Accelerator.Ftp.Data;
using Accelerator.Ftp.Listings;

namespace Accelerator.Ftp.Sessions;

/// <summary>A listing command that was sent.</summary>
/// <param name="Command">The command.</param>
/// <param name="What">The listing as messages show it.</param>
/// <param name="Transfer">Its data; null if the server refused with a reply that means an empty folder.</param>
/// <param name="Refusal">That reply.</param>
internal sealed record ListingAttempt(ListingCommand Command, string What, DataTransfer? Transfer, FtpReply? Refusal = null);
