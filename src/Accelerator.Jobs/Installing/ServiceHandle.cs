using Microsoft.Win32.SafeHandles;

namespace Accelerator.Jobs.Installing;

/// <summary>An SC_HANDLE.</summary>
internal sealed class ServiceHandle() : SafeHandleZeroOrMinusOneIsInvalid(ownsHandle: true)
{
    /// <inheritdoc/>
    protected override bool ReleaseHandle() => !OperatingSystem.IsWindows() || ServiceNative.CloseServiceHandle(handle);
}
