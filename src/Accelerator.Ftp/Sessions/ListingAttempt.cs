using Accelerator.Ftp.Data;
using Accelerator.Ftp.Listings;

namespace Accelerator.Ftp.Sessions;

/// <summary>A listing command that was sent.</summary>
/// <param name="Command">Which.</param>
/// <param name="What">The listing as messages name it.</param>
/// <param name="Transfer">Its data; null where the server refused with words that mean that the folder is empty.</param>
/// <param name="Refusal">Those words.</param>
internal sealed record ListingAttempt(ListingCommand Command, string What, DataTransfer? Transfer, FtpReply? Refusal = null);
