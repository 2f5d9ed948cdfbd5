using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Accelerator.Jobs.Installing;

/// <summary>Converts Windows' error codes to sentences.</summary>
[SupportedOSPlatform("windows")]
internal static class ServiceErrors
{
    /// <summary>Returns the exception for an error code.</summary>
    /// <param name="error">The code from GetLastError.</param>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    public static ServiceControlException From(int error, string what) => error switch
    {
        ServiceNative.AccessDenied =>
            new(ServiceControlFailure.Denied,
                "This command changes services of the whole computer, which needs an administrator's rights: nothing was changed. "
                    + "Open a terminal with \"Run as administrator\" and run the command again."),
        ServiceNative.DoesNotExist =>
            new(ServiceControlFailure.NotInstalled, "The service is not installed. As an administrator, run: ftpx service install"),
        ServiceNative.Exists => new(ServiceControlFailure.Installed,
            "The service is already installed. To change it, run: ftpx service configure. To remove it, run: ftpx service uninstall"),
        ServiceNative.MarkedForDelete =>
            new(ServiceControlFailure.Refused,
                "The service is being removed, but another program still has it open: close services.msc and the Task Manager, and try "
                    + "again."),
        ServiceNative.NotActive => new(ServiceControlFailure.Refused, "The service is not running."),
        ServiceNative.AlreadyRunning => new(ServiceControlFailure.Refused, "The service is already running."),
        _ => new(ServiceControlFailure.Refused, $"{what}: {Marshal.GetPInvokeErrorMessage(error).TrimEnd('.')} (error {error})."),
    };
}
