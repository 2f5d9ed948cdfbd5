using Accelerator.Ftp;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Polling;

/// <summary>A delivered file whose time is to be queried.</summary>
/// <param name="Known">The file as the ledger has it.</param>
/// <param name="Name">Its name as commands carry it.</param>
/// <param name="Clock">The time in the current LIST (<see cref="ListedClock"/>); null for none.</param>
/// <param name="IsChanged">Whether it differs from the previous one.</param>
/// <param name="Rank">Its place in the queue if it has changed.</param>
internal sealed record TimeQuestion(KnownFile Known, FtpPath Name, string? Clock, bool IsChanged, long Rank);
