using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Protocol;

/// <summary>One row of the command table.</summary>
/// <param name="Handler">The implementation.</param>
/// <param name="NeedsLogin">Refused with 530 before login.</param>
/// <param name="KeepsSequence">Whether it may come between PASV or REST and the transfer even if the server is strict.</param>
/// <param name="Feature">Refused with 500 unless the server has this feature.</param>
internal sealed record CommandEntry(CommandHandler Handler, bool NeedsLogin, bool KeepsSequence, LoopbackFeatures Feature);
