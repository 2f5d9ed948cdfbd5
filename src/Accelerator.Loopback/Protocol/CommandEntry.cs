using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Protocol;

/// <summary>One row of the command table.</summary>
/// <param name="Handler">What it does.</param>
/// <param name="NeedsLogin">Refused with 530 before login.</param>
/// <param name="KeepsSequence">It may stand between PASV or REST and the transfer even where the server is strict.</param>
/// <param name="Feature">Refused with 500 unless the server has it.</param>
internal sealed record CommandEntry(CommandHandler Handler, bool NeedsLogin, bool KeepsSequence, LoopbackFeatures Feature);
