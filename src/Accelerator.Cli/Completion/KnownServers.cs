using Accelerator.Cli.Configuration;
using Accelerator.Cli.Credentials;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Completion;

/// <summary>
/// The servers named in this user's files: those with names, those with site records, and those with stored logins. Nothing is sent over
/// the network.
/// </summary>
/// <param name="Addresses">Address prefixes: <c>ftp://user@host/</c>.</param>
/// <param name="Hosts">Hosts as <c>ftpx site</c> takes them: <c>host</c> or <c>host:port</c>.</param>
/// <param name="Logins">Stored logins, as <c>ftpx credential</c> takes them.</param>
/// <param name="Names">The names of the configuration file.</param>
/// <param name="Roots">Those of them whose URL has no folder.</param>
internal sealed record KnownServers(
    IReadOnlyList<string> Addresses, IReadOnlyList<string> Hosts, IReadOnlyList<string> Logins, IReadOnlyList<string> Names,
    IReadOnlyList<string> Roots)
{
    private const string Anonymous = "anonymous";

    /// <summary>Reads the known servers. Unreadable files are ignored, because a shell cannot show a warning during completion.</summary>
    public static async Task<KnownServers> ReadAsync(ProcessEnvironment environment)
    {
        var remembered = environment.OpenSiteMemory() is { } memory
            ? (await memory.ListAsync(CancellationToken.None).ConfigureAwait(false)).Records : [];
        var stored = UserCredentialStore.Open(environment).List().Logins;
        var keys = remembered.Select(record => record.Key).Concat(stored.Select(kept => kept.Login)).ToList();
        var named = NamedServersOf(environment);
        return new KnownServers(Sorted(keys.Select(AddressOf)), Sorted(keys.Select(HostOf)),
            Sorted(stored.Select(kept => CredentialAddress.Of(kept.Login))),
            [.. named.Select(server => server.Name)],
            [.. named.Where(server => !server.HasFolder).Select(server => server.Name)]);
    }

    private static List<NamedServer> NamedServersOf(ProcessEnvironment environment)
    {
        try
        {
            return [.. UserConfiguration.Read(environment).Servers.Values.OrderBy(server => server.Name, StringComparer.Ordinal)];
        }
        catch (UsageException)
        {
            return [];
        }
    }

    // Offer only valid addresses to a shell: a file may contain any text.
    private static List<string> Sorted(IEnumerable<string> words) =>
        [.. words.Where(word => FtpUrl.TryParse(word.Contains("://", StringComparison.Ordinal) ? word : "ftp://" + word, FtpCharsets.Utf8,
            out _, out _)).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];

    private static string AddressOf(SiteKey key) =>
        $"ftp://{(key.User is null or Anonymous ? "" : Uri.EscapeDataString(key.User) + "@")}{HostOf(key)}/";

    private static string HostOf(SiteKey key)
    {
        var host = new FtpEndpoint(key.Host, key.Port, FtpSecurity.None).ToString();
        return key.Port == FtpEndpoint.DefaultPort ? host[..host.LastIndexOf(':')] : host;
    }
}
