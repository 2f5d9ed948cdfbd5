namespace Accelerator.Jobs.Installing;

/// <summary>What Windows' list of services says of it.</summary>
/// <param name="State">Whether it runs.</param>
/// <param name="ProcessId">Its process; 0 where it has none.</param>
/// <param name="ExitCode">How it ended last: Windows' error code, or our own where it gave one; 0 where nothing is wrong.</param>
/// <param name="IsOwnExitCode">Whether the code is one of ftpxd's own.</param>
/// <param name="CommandLine">What Windows starts.</param>
/// <param name="Account">The account that it runs as.</param>
/// <param name="Start">When it is started.</param>
public sealed record ServiceReport(
    ServiceRunState State, int ProcessId, int ExitCode, bool IsOwnExitCode, string CommandLine, string Account, ServiceStart Start);
