namespace Accelerator.Jobs.Installing;

/// <summary>The entry of the service in Windows' service manager.</summary>
/// <param name="State">The state.</param>
/// <param name="ProcessId">The process ID; 0 if the service has no process.</param>
/// <param name="ExitCode">The last exit code: Windows' error code, or the service's own if it gave one; 0 for success.</param>
/// <param name="IsOwnExitCode">Whether the code is one of ftpxd's own.</param>
/// <param name="CommandLine">The command line that Windows starts.</param>
/// <param name="Account">The account of the service.</param>
/// <param name="Start">When the service is started.</param>
public sealed record ServiceReport(
    ServiceRunState State, int ProcessId, int ExitCode, bool IsOwnExitCode, string CommandLine, string Account, ServiceStart Start);
