using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Configuration;

/// <summary>The content of the user's configuration file: named servers, and settings for every server.</summary>
/// <param name="Servers">The servers by name, in the order of the file.</param>
/// <param name="Defaults">The settings of every server that has none of its own.</param>
/// <param name="KeepsHistory">Whether downloaded files are added to the history. Default true.</param>
internal sealed record UserConfiguration(IReadOnlyDictionary<string, NamedServer> Servers, SiteSettings Defaults, bool KeepsHistory = true)
{
    /// <summary>No servers and no defaults.</summary>
    public static UserConfiguration Empty { get; } = new(new Dictionary<string, NamedServer>(), SiteSettings.None);

    /// <summary>Reads the configuration file of this user; empty if there is none.</summary>
    /// <exception cref="UsageException">The file cannot be read or is invalid, or the one named by FTPX_CONFIG does not exist.</exception>
    public static UserConfiguration Read(ProcessEnvironment environment) => ConfigurationFile.Find(environment)?.Read() ?? Empty;

    /// <summary>Returns the server that an address names, and the path; null if it names none.</summary>
    public (NamedServer Server, string Path)? Find(string address) =>
        ServerName.TrySplit(address, out var name, out var path) && Servers.TryGetValue(name, out var server) ? (server, path) : null;

    /// <summary>Returns the name that is most similar to a mistyped one; null if none is similar enough.</summary>
    public string? Nearest(string name) => Typos.Nearest(name, Servers.Keys);

    /// <summary>Returns the refusal of a name that no server has.</summary>
    /// <param name="name">The name as typed.</param>
    /// <param name="where">The location of the name, for messages; see <c>ListedAddress</c>.</param>
    public UsageException Unknown(string name, string where = "") => new(
        $"{where}unknown server \"{SafeText.Escape(name)}\""
            + (Nearest(name) is { } meant
                ? $"; did you mean \"{meant}:\"?"
                : $": add it with ftpx site add {SafeText.Escape(name)} URL, or write a URL that begins with ftp://."));
}
