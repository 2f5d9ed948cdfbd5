using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Proxies;

/// <summary>The proxy that the user chose with <c>--proxy</c> or as a setting of a server.</summary>
/// <param name="Address">The proxy, perhaps without its password; null for a direct connection, whatever the environment says.</param>
internal sealed record ProxyChoice(ProxyAddress? Address)
{
    /// <summary>Parses a proxy's URL, or <c>none</c>.</summary>
    /// <exception cref="UsageException">The text is neither. The message does not repeat it, because it may contain a password.</exception>
    public static ProxyChoice Parse(string text)
    {
        if (text is "" or "none") return new ProxyChoice((ProxyAddress?)null);
        return ProxyAddress.TryParse(text, out var proxy, out var problem) ? new ProxyChoice(proxy) : throw new UsageException(problem);
    }

    /// <summary>Parses the same as a setting, which is stored without protection.</summary>
    /// <exception cref="UsageException">The text is neither, or contains a password.</exception>
    public static ProxyChoice ParseSetting(string text)
    {
        var choice = Parse(text);
        return choice.Address?.Password is null ? choice : throw new UsageException(
            "A stored setting holds no password: give the user only, and store the password with ftpx credential set.");
    }
}
