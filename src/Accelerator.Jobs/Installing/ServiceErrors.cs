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
                "this changes services of the whole computer, and this terminal may not. "
                    + "Open one with \"Run as administrator\" and type the same command; nothing was changed."),
        ServiceNative.DoesNotExist =>
            new(ServiceControlFailure.NotInstalled, "The service is not installed. Type ftpx service install as an administrator."),
        ServiceNative.Exists => new(ServiceControlFailure.Installed,
            "The service is installed already: ftpx service configure changes it, ftpx service uninstall takes it away."),
        ServiceNative.MarkedForDelete =>
            new(ServiceControlFailure.Refused,
                "The service is being taken away, and somebody still holds it: close services.msc and the Task Manager, and try again."),
        ServiceNative.NotActive => new(ServiceControlFailure.Refused, "The service does not run."),
        ServiceNative.AlreadyRunning => new(ServiceControlFailure.Refused, "The service runs already."),
        _ => new(ServiceControlFailure.Refused, $"{what}: {Marshal.GetPInvokeErrorMessage(error).TrimEnd('.')} (error {error})."),
    };
}
