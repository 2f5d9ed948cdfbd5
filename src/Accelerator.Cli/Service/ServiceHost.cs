using System.Runtime.Versioning;
using Accelerator.Cli.Hosting;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>The computer whose service is managed; tests substitute another.</summary>
/// <param name="Control">The service manager; null on Linux, where systemd manages the service.</param>
/// <param name="Data">The default data folder; null if the environment names none.</param>
/// <param name="Executable">The service executable next to this program.</param>
internal sealed record ServiceHost(IServiceControl? Control, string? Data, string Executable)
{
    /// <summary>This computer.</summary>
    public static ServiceHost OfThisComputer(ProcessEnvironment environment) => new(
        OperatingSystem.IsWindows() ? new WindowsServiceControl() : null,
        DataFolder.Usual(environment.Variable, Environment.IsPrivilegedProcess),
        Path.Combine(AppContext.BaseDirectory, OperatingSystem.IsWindows() ? "ftpxd.exe" : "ftpxd"));

    /// <summary>The effective data folder.</summary>
    /// <exception cref="UsageException">No data folder is known.</exception>
    public string DataOf(string? typed, ProcessEnvironment environment)
    {
        if (typed is { Length: > 0 })
        {
            environment.RefuseQuotationMark("--data", typed);
            return Path.GetFullPath(typed, environment.Folder);
        }
        // An installed service may use another data folder.
        return Installed()?.Data ?? Data
            ?? throw new UsageException("The data folder of the service is unknown: set HOME, or add --data.");
    }

    /// <summary>Opens a client for the service.</summary>
    public ControlClient Client(string data, TimeProvider time) =>
        new(data, time) { Account = OperatingSystem.IsWindows() && Installed() is { } wanted ? Sid(wanted.Account) : null };

    /// <summary>
    /// The service's entry in the Windows service list; null if the service is not installed, if this account may not read the list, and on
    /// Linux.
    /// </summary>
    public ServiceReport? Report()
    {
        try
        {
            return Control?.Read();
        }
        catch (ServiceControlException e) when (e.Kind == ServiceControlFailure.Denied)
        {
            return null;
        }
    }

    [SupportedOSPlatform("windows")]
    private static string? Sid(string account)
    {
        try
        {
            return WindowsServiceControl.SidOf(account);
        }
        catch (ServiceControlException)
        {
            // Without a SID, only the accounts that are always trusted are accepted.
            return null;
        }
    }

    private ServiceInstallation? Installed()
    {
        try
        {
            return Control?.Read() is { } report ? ServiceInstallation.Of(report) : null;
        }
        catch (ServiceControlException)
        {
            // This account may not read the list: the default is the best guess.
            return null;
        }
    }
}
