using System.Runtime.Versioning;
using Accelerator.Cli.Hosting;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>The computer whose service is looked after, so that tests can give another.</summary>
/// <param name="Control">Its list of services; null on Linux, where systemd has it.</param>
/// <param name="Data">The usual data folder; null where nothing names one.</param>
/// <param name="Executable">The service's program beside this one.</param>
internal sealed record ServiceHost(IServiceControl? Control, string? Data, string Executable)
{
    /// <summary>This computer.</summary>
    public static ServiceHost OfThisComputer(ProcessEnvironment environment) => new(
        OperatingSystem.IsWindows() ? new WindowsServiceControl() : null,
        DataFolder.Usual(environment.Variable, Environment.IsPrivilegedProcess),
        Path.Combine(AppContext.BaseDirectory, OperatingSystem.IsWindows() ? "ftpxd.exe" : "ftpxd"));

    /// <summary>The data folder that is meant.</summary>
    /// <exception cref="UsageException">None is.</exception>
    public string DataOf(string? typed, ProcessEnvironment environment)
    {
        if (typed is { Length: > 0 })
        {
            environment.RefuseQuotationMark("--data", typed);
            return Path.GetFullPath(typed, environment.Folder);
        }
        // An installed service may have been given another one.
        return Installed()?.Data ?? Data
            ?? throw new UsageException("Nothing says where the service keeps its data: set HOME, or name its folder with --data.");
    }

    /// <summary>Asks the service.</summary>
    public ControlClient Client(string data, TimeProvider time) =>
        new(data, time) { Account = OperatingSystem.IsWindows() && Installed() is { } wanted ? Sid(wanted.Account) : null };

    /// <summary>
    /// What Windows' list says of the service; null where it is not in it, the list is closed to this account, and on Linux.
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
            // Then only what is trusted anyway is.
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
            // The list is closed to this account: the usual is right more often than not.
            return null;
        }
    }
}
