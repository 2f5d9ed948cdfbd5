namespace Accelerator.Cli.Job;

/// <summary>An archive as it was found on a server.</summary>
/// <param name="Server">The address with the user, without the password.</param>
/// <param name="Host">The host's name.</param>
/// <param name="Folder">The template of the folder.</param>
/// <param name="Names">The common form of the names.</param>
/// <param name="Seen">The listed folder and its files, as part of a sentence.</param>
/// <param name="IsRelative">Whether the URL named the folder from the login folder and not from the root.</param>
internal sealed record FoundArchive(string Server, string Host, string Folder, NamePattern Names, string Seen, bool IsRelative = false);
