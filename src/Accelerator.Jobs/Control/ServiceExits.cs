namespace Accelerator.Jobs.Control;

/// <summary>
/// The table of <c>ftpxd</c>'s exit codes; docs/service-reference.md lists it, and a test compares them. A reason that ftpx has too has the
/// same number there.
/// </summary>
public static class ServiceExits
{
    /// <summary>The service was stopped.</summary>
    public static ServiceExit Ok { get; } = new(0, "ok", "Stopped as requested.");

    /// <summary>An unhandled exception.</summary>
    public static ServiceExit Failed { get; } = new(
        1, "failed", "A required part failed; the log and the last line have the reason.");

    /// <summary>An error in the command line.</summary>
    public static ServiceExit Usage { get; } = new(2, "usage", "The command line is invalid.");

    /// <summary>An error of the data folder.</summary>
    public static ServiceExit Disk { get; } = new(10, "disk", "The data folder cannot be created or used, or others may write to it.");

    /// <summary>Another ftpxd is running.</summary>
    public static ServiceExit Taken { get; } = new(
        15, "taken", "Another ftpxd uses the data folder, or another process its pipe or socket.");

    /// <summary>All exit codes, in order.</summary>
    public static IReadOnlyList<ServiceExit> All { get; } = [Ok, Failed, Usage, Disk, Taken];
}
