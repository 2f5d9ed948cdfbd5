using Accelerator.Cli.Credentials;
using Accelerator.Cli.Get;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>Finds the proxy of the prompt's connections: the server's setting, else the environment's.</summary>
/// <param name="environment">The process environment.</param>
/// <param name="memory">The settings of servers; null for none.</param>
/// <param name="defaults">The settings for every server.</param>
/// <param name="notify">Receives a sentence for each file or setting that is ignored.</param>
internal sealed class ScriptProxy(ProcessEnvironment environment, SiteMemory? memory, SiteSettings defaults, Action<string> notify)
{
    /// <summary>Returns the proxy for a server, with its password; null if there is none.</summary>
    /// <exception cref="UsageException">The setting or the variable cannot be used, or there is no password.</exception>
    public async Task<ProxyAddress?> FindAsync(FtpEndpoint server)
    {
        var options = await SiteSettingTable.ApplyAsync(
            memory, new GetOptions(), SiteKey.Of(server, null), SiteSettings.None, defaults, notify).ConfigureAwait(false);
        return new CredentialResolver(options, environment, notify).ProxyOf(options.Proxy, server);
    }
}
