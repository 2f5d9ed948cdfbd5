using Accelerator.Cli.Hosting;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>Combines the typed options with the present installation or the defaults.</summary>
internal static class EffectiveInstallation
{
    /// <summary>Builds the installation.</summary>
    /// <param name="options">The parsed options.</param>
    /// <param name="now">The current installation; null for the defaults.</param>
    /// <param name="host">The computer.</param>
    /// <param name="environment">The process environment.</param>
    /// <exception cref="UsageException">The combination is not possible.</exception>
    public static ServiceInstallation Of(ServiceOptions options, ServiceInstallation? now, ServiceHost host, ProcessEnvironment environment)
    {
        var executable = Full("--executable", options.Executable, environment) ?? now?.Executable ?? host.Executable;
        if (!File.Exists(executable)) throw new UsageException($"{executable} does not exist: give the path of ftpxd.exe with "
            + "--executable.");
        var account = options.Account ?? now?.Account ?? ServiceNames.VirtualAccount;
        // Keep an account that was set in services.msc, together with the password that Windows stores for it.
        if (options.Account is not null && !IsWithoutPassword(account))
        {
            throw new UsageException(
                $"{account} has a password that would have to be typed and changed by hand: "
                    + "use NT SERVICE\\ftpxd, LocalSystem, or a group-managed account, whose name ends in $. "
                + "For any other, install the service and name the account in services.msc.");
        }
        return new ServiceInstallation
        {
            Executable = executable,
            Data = Full("--data", options.Data, environment) ?? now?.Data,
            Jobs = Full("--jobs", options.Jobs, environment) ?? now?.Jobs,
            Account = account,
            Start = options.Start ?? now?.Start ?? ServiceStart.Delayed,
        };
    }

    private static bool IsWithoutPassword(string account) =>
        account.EndsWith('$') || account.Equals(ServiceNames.VirtualAccount, StringComparison.OrdinalIgnoreCase)
            || account.Equals("LocalSystem", StringComparison.OrdinalIgnoreCase);

    private static string? Full(string what, string? path, ProcessEnvironment environment)
    {
        if (string.IsNullOrEmpty(path)) return null;
        environment.RefuseQuotationMark(what, path);
        return Path.GetFullPath(path, environment.Folder);
    }
}
