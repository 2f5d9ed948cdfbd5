using Accelerator.Cli.Addresses;
using Accelerator.Cli.Configuration;
using Accelerator.Cli.Credentials;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Site;

/// <summary>The part of <c>ftpx site</c> that reads and changes the configuration file.</summary>
/// <param name="environment">The process environment.</param>
internal sealed class NamedServers(ProcessEnvironment environment)
{
    private readonly ConfigurationFile? _file = ConfigurationFile.Find(environment);
    private UserConfiguration? _content;

    private UserConfiguration Content => _content ??= _file?.ReadIfAny() ?? UserConfiguration.Empty;

    /// <summary>Returns the server that <c>NAME:</c> or <c>NAME</c> means; null for a host or a URL.</summary>
    /// <exception cref="UsageException">The colon shows that a name is meant, and no server has it; or the file is invalid.</exception>
    public NamedServer? Find(string typed)
    {
        var name = typed.EndsWith(':') ? typed[..^1] : typed;
        if (Content.Servers.TryGetValue(name, out var server)) return server;
        return name == typed ? null : throw Content.Unknown(name);
    }

    /// <summary>Adds a name and prints it. A stored password is found by the URL; without one, a note says how to store it.</summary>
    /// <exception cref="UsageException">The name is invalid or taken, or the URL is invalid or has a password.</exception>
    public async Task AddAsync(string name, string url, IReadOnlyList<(string Name, string? Value)> settings)
    {
        if (!ServerName.IsValid(name))
            throw new UsageException(
                $"\"{SafeText.Escape(AddressMask.HideBare(name))}\" is not a name: use {ServerName.Form}, and no scheme of URLs.");
        if (NamedServer.ProblemOf(url) is { } problem) throw new ListedAddress(url, null, "").Refusal(problem);
        var server = new NamedServer(name, url, With(SiteSettings.None, settings));
        await ChangeAsync(
            (text, content) => content.Servers.TryGetValue(name, out var old)
                ? throw new UsageException($"{name} exists already ({old.Url}): remove it first with ftpx site remove {name}, or change "
                    + $"its settings with ftpx site set {name}:.")
                : ConfigurationText.With(text, server)).ConfigureAwait(false);
        Print(server);
        if (CredentialAddress.Find(url) is { } login
            && !UserCredentialStore.Open(environment).List().Logins.Any(kept => kept.Login == login))
            environment.Messages.Note($"to store the password, run: ftpx credential set {name}:");
    }

    /// <summary>Changes settings of a server and prints them.</summary>
    public async Task SetAsync(string name, IReadOnlyList<(string Name, string? Value)> settings)
    {
        NamedServer? changed = null;
        await ChangeAsync((text, content) =>
        {
            if (!content.Servers.TryGetValue(name, out var old)) throw content.Unknown(name);
            changed = old with { Settings = With(old.Settings, settings) };
            return ConfigurationText.With(text, changed);
        }).ConfigureAwait(false);
        Print(changed!);
    }

    /// <summary>Removes a name. What is stored for the server stays.</summary>
    /// <exception cref="UsageException">No server has the name.</exception>
    public async Task RemoveAsync(string typed)
    {
        var name = typed.EndsWith(':') ? typed[..^1] : typed;
        await ChangeAsync((text, content) => content.Servers.ContainsKey(name)
            ? ConfigurationText.Without(text, name) : throw NotThere(name, content)).ConfigureAwait(false);
        environment.Out.WriteLine($"Removed {name}.");
    }

    /// <summary>Prints what the configuration file has; nothing if it has nothing that was asked for.</summary>
    /// <param name="only">The server that was asked for; null for none.</param>
    /// <param name="isAll">Whether everything was asked for.</param>
    /// <param name="isJson">Whether to print JSON lines instead of a table.</param>
    /// <returns>Whether anything was printed.</returns>
    public bool Show(NamedServer? only, bool isAll, bool isJson)
    {
        List<NamedServer> servers = only is not null ? [only] : isAll ? [.. Content.Servers.Values] : [];
        var defaults = isAll || only is not null ? Content.Defaults : SiteSettings.None;
        if (servers.Count == 0 && defaults.Values.Count == 0) return false;
        if (!isJson)
        {
            SiteText.Servers(_file!.Path, defaults, servers).Show(environment.OpenOutTerminal(), environment.Out);
            return true;
        }
        if (defaults.Values.Count > 0) environment.Out.WriteLine(SiteJson.Line(defaults));
        foreach (var server in servers) environment.Out.WriteLine(SiteJson.Line(server));
        return true;
    }

    // The usual advice, to add the server, does not apply to a removal.
    private static UsageException NotThere(string name, UserConfiguration content) => content.Nearest(name) is not null
        ? content.Unknown(name)
        : new UsageException($"unknown server \"{SafeText.Escape(AddressMask.HideBare(name))}\": nothing was removed. "
            + "To list the configured servers, run: ftpx site list");

    private static SiteSettings With(SiteSettings settings, IReadOnlyList<(string Name, string? Value)> changes) =>
        changes.Aggregate(settings, (all, change) => all.With(change.Name, change.Value));

    private Task ChangeAsync(Func<byte[], UserConfiguration, byte[]> change) => _file?.ChangeAsync(change)
        ?? throw new UsageException(environment.IsWindows
            ? "There is no folder for the configuration file: the variable APPDATA is not set."
            : "There is no folder for the configuration file: set HOME or XDG_CONFIG_HOME to an absolute path.");

    private void Print(NamedServer server) =>
        environment.Out.WriteLine($"{server.Name}: {server.Url}, {SiteText.Settings(server.Settings)}");
}
