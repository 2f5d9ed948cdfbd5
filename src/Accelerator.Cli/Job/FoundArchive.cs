namespace Accelerator.Cli.Job;

/// <summary>What a server showed of an archive.</summary>
/// <param name="Server">The address with the user, without the password.</param>
/// <param name="Host">The host's name.</param>
/// <param name="Folder">The template of the folder.</param>
/// <param name="Names">What the names have in common.</param>
/// <param name="Seen">The folder that was looked at, and its files, as part of a sentence.</param>
/// <param name="IsRelative">Whether the URL named the folder from the login folder and not from the root.</param>
internal sealed record FoundArchive(string Server, string Host, string Folder, NamePattern Names, string Seen, bool IsRelative = false);
