using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Proxies;

/// <summary>
/// The proxy that the environment names: <c>ftp_proxy</c>, else <c>all_proxy</c>, unless <c>no_proxy</c> lists the server.
/// </summary>
internal static class ProxyVariables
{
    // In curl's order.
    private static readonly string[] Names = ["ftp_proxy", "FTP_PROXY", "all_proxy", "ALL_PROXY"];
    private static readonly string[] Exceptions = ["no_proxy", "NO_PROXY"];

    /// <summary>Returns the proxy for a server; null if there is none.</summary>
    /// <exception cref="UsageException">The variable names no proxy of a kind that ftpx supports. A direct connection instead could fail,
    /// or be forbidden.</exception>
    public static ProxyAddress? Find(Func<string, string?> variable, FtpEndpoint server)
    {
        if (FirstOf(Names) is not { } found) return null;
        if (FirstOf(Exceptions) is { } except && NoProxyList.Covers(except.Value, server)) return null;
        return ProxyAddress.TryParse(found.Value, out var proxy, out var problem)
            ? proxy
            : throw new UsageException($"The environment variable {found.Name} cannot be used: {problem} Or add --proxy none.");

        (string Name, string Value)? FirstOf(string[] names) =>
            (from name in names
             let value = variable(name)
             where !string.IsNullOrEmpty(value)
             select ((string, string)?)(name, value)).FirstOrDefault();
    }
}
