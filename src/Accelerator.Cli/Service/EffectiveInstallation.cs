using Accelerator.Cli.Hosting;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>What was typed, with what was not, as an installation.</summary>
internal static class EffectiveInstallation
{
    /// <summary>Makes it.</summary>
    /// <param name="options">What was typed.</param>
    /// <param name="now">How it is laid down now; null for usual values.</param>
    /// <param name="host">The computer.</param>
    /// <param name="environment">The process.</param>
    /// <exception cref="UsageException">It cannot be so.</exception>
    public static ServiceInstallation Of(ServiceOptions options, ServiceInstallation? now, ServiceHost host, ProcessEnvironment environment)
    {
        var executable = Full("--executable", options.Executable, environment) ?? now?.Executable ?? host.Executable;
        if (!File.Exists(executable)) throw new UsageException($"There is no {executable}: name the service's program with --executable.");
        var account = options.Account ?? now?.Account ?? ServiceNames.VirtualAccount;
        // One that somebody has named in services.msc stays, with the password that Windows keeps of it.
        if (options.Account is not null && !IsWithoutPassword(account))
        {
            throw new UsageException(
                $"{account} has a password that somebody would have to type and to change: "
                    + "take NT SERVICE\\ftpxd, LocalSystem, or a group-managed account, whose name ends in $. "
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
