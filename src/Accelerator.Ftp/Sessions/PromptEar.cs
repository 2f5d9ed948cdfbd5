namespace Accelerator.Ftp.Sessions;

/// <summary>The callbacks of a <see cref="PromptSession"/>. Called from any thread, one call at a time.</summary>
/// <param name="Connected">The connection is established; the greeting comes next.</param>
/// <param name="Sent">A command as it is sent, secrets masked.</param>
/// <param name="Heard">A reply as it is read, preliminary ones too.</param>
internal sealed record PromptEar(Action Connected, Action<string> Sent, Action<FtpReply> Heard);
