using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security.Principal;
using Accelerator.Jobs.Control;

namespace Accelerator.Jobs.Installing;

/// <summary>Controls the service through Windows' service control manager.</summary>
[SupportedOSPlatform("windows")]
public sealed unsafe class WindowsServiceControl : IServiceControl
{
    public ServiceReport? Read()
    {
        using var service = OpenOrNull(ServiceNative.QueryConfig | ServiceNative.QueryStatus);
        if (service is null) return null;
        ServiceNative.Status status;
        if (!ServiceNative.QueryServiceStatusEx(service, 0, &status, (uint)sizeof(ServiceNative.Status), out _))
            throw Last("What the service does cannot be read");
        var (commandLine, account, start) = ReadConfig(service);
        var isOwn = status.ExitCode == ServiceNative.SpecificError;
        var exitCode = isOwn ? status.SpecificExitCode : status.ExitCode == ServiceNative.NeverStarted ? 0 : status.ExitCode;
        return new ServiceReport((ServiceRunState)status.State, (int)status.ProcessId, (int)exitCode, isOwn, commandLine, account, start);
    }

    public IReadOnlyList<string> Install(ServiceInstallation wanted)
    {
        ServiceFolders.Check(wanted);
        using var list = OpenList(ServiceNative.Connect | ServiceNative.CreateRight);
        using var service = ServiceNative.CreateService(
            list, ServiceNames.Service, ServiceInstallation.DisplayName,
            ServiceNative.ChangeConfig | ServiceNative.StartRight | ServiceNative.Delete, ServiceNative.OwnProcess, Start(wanted),
            ServiceNative.LogFailures, wanted.CommandLine, null, 0, null, wanted.Account, null);
        if (service.IsInvalid) throw Last($"The service cannot be installed for {wanted.Account}");
        try
        {
            return LayDown(service, wanted);
        }
        catch
        {
            ServiceNative.DeleteService(service);
            throw;
        }
    }

    public IReadOnlyList<string> Configure(ServiceInstallation wanted)
    {
        ServiceFolders.Check(wanted);
        using var service = Open(ServiceNative.ChangeConfig | ServiceNative.QueryConfig | ServiceNative.StartRight);
        // A named account must come with its password, so an unchanged account must not be named.
        var account = ReadConfig(service).Account.Equals(wanted.Account, StringComparison.OrdinalIgnoreCase) ? null : wanted.Account;
        return ServiceNative.ChangeServiceConfig(
            service, ServiceNative.OwnProcess, Start(wanted), ServiceNative.LogFailures, wanted.CommandLine, null, 0, null, account, null,
            ServiceInstallation.DisplayName)
            ? LayDown(service, wanted)
            : throw Last("The service cannot be changed");
    }

    public void Uninstall()
    {
        using var service = Open(ServiceNative.Delete);
        if (!ServiceNative.DeleteService(service)) throw Last("The service cannot be removed");
        EventSource.Remove();
    }

    void IServiceControl.Start()
    {
        using var service = Open(ServiceNative.StartRight);
        if (!ServiceNative.StartService(service, 0, 0)) throw Last("The service cannot be started");
    }

    public void SendControl(ServiceQuestion question)
    {
        using var service = Open(question == ServiceQuestion.Stop ? ServiceNative.StopRight : ServiceNative.PauseRight);
        ServiceNative.Status status;
        if (!ServiceNative.ControlService(service, (uint)question, &status))
            throw Last($"The service cannot be told to {question.ToString().ToLowerInvariant()}");
    }

    private static uint Start(ServiceInstallation wanted) =>
        wanted.Start == ServiceStart.Manual ? ServiceNative.Manual : ServiceNative.Automatic;

    private static IReadOnlyList<string> LayDown(ServiceHandle service, ServiceInstallation wanted)
    {
        var missing = ServiceSettings.Apply(service, wanted);
        try
        {
            PrivateFolder.Make(wanted.Data ?? DataFolder.OfWindows(), SidOf(wanted.Account));
            EventSource.Make(wanted.Executable);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ServiceControlException(
                ServiceControlFailure.Refused, $"The data folder or the event source cannot be created: {e.Message}", e);
        }
        return missing;
    }

    /// <summary>
    /// Returns the SID of an account that needs rights on the folder; null for SYSTEM, and for the virtual account, which Windows knows
    /// only once the service exists: both have the rights without it.
    /// </summary>
    /// <exception cref="ServiceControlException">The account does not exist.</exception>
    public static string? SidOf(string account)
    {
        if (account.Equals("LocalSystem", StringComparison.OrdinalIgnoreCase)
            || account.Equals(ServiceNames.VirtualAccount, StringComparison.OrdinalIgnoreCase))
            return null;
        try
        {
            // A dot stands for this computer.
            return new NTAccount(account.StartsWith(@".\", StringComparison.Ordinal)
                ? Environment.MachineName + account[1..] : account).Translate(typeof(SecurityIdentifier)).Value;
        }
        catch (Exception e) when (e is IdentityNotMappedException or SystemException)
        {
            throw new ServiceControlException(ServiceControlFailure.Refused, $"This computer has no account {account}.", e);
        }
    }

    private static (string CommandLine, string Account, ServiceStart Start) ReadConfig(ServiceHandle service)
    {
        ServiceNative.QueryServiceConfig(service, null, 0, out var needed);
        if (Marshal.GetLastPInvokeError() != ServiceNative.InsufficientBuffer) throw Last("The configuration of the service cannot be "
            + "read");
        var memory = new byte[needed];
        fixed (byte* start = memory)
        {
            var config = (ServiceNative.Config*)start;
            if (!ServiceNative.QueryServiceConfig(service, config, needed, out _))
                throw Last("The configuration of the service cannot be read");
            var kind = config->Start != ServiceNative.Automatic
                ? ServiceStart.Manual : ServiceSettings.IsDelayed(service) ? ServiceStart.Delayed : ServiceStart.Automatic;
            return (new string(config->CommandLine), config->Account == null ? "" : new string(config->Account), kind);
        }
    }

    private static ServiceHandle OpenList(uint rights)
    {
        var list = ServiceNative.OpenSCManager(null, null, rights);
        return list.IsInvalid ? throw Last("The service manager of Windows cannot be opened") : list;
    }

    private static ServiceHandle Open(uint rights) => OpenOrNull(rights) ?? throw ServiceErrors.From(ServiceNative.DoesNotExist, "");

    private static ServiceHandle? OpenOrNull(uint rights)
    {
        using var list = OpenList(ServiceNative.Connect);
        var service = ServiceNative.OpenService(list, ServiceNames.Service, rights);
        if (!service.IsInvalid) return service;
        var error = Marshal.GetLastPInvokeError();
        service.Dispose();
        return error == ServiceNative.DoesNotExist ? null : throw ServiceErrors.From(error, "The service cannot be opened");
    }

    private static ServiceControlException Last(string what) => ServiceErrors.From(Marshal.GetLastPInvokeError(), what);
}
