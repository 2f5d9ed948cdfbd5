namespace Accelerator.Jobs.Control;

/// <summary>
/// The table of <c>ftpxd</c>'s exit codes; docs/service-reference.md lists it, and a test compares them. A reason that ftpx has too has the
/// same number there.
/// </summary>
public static class ServiceExits
{
    /// <summary>The service was stopped.</summary>
    public static ServiceExit Ok { get; } = new(0, "ok", "It was told to stop, and stopped.");

    /// <summary>An unhandled exception.</summary>
    public static ServiceExit Failed { get; } = new(
        1, "failed", "Something it cannot go on without has failed; its log and its last line say what.");

    /// <summary>An error in the command line.</summary>
    public static ServiceExit Usage { get; } = new(2, "usage", "Its command line makes no sense.");

    /// <summary>An error of the data folder.</summary>
    public static ServiceExit Disk { get; } = new(10, "disk", "Its data folder cannot be made or used, or may be written by others.");

    /// <summary>Another ftpxd is running.</summary>
    public static ServiceExit Taken { get; } = new(
        15, "taken", "Another ftpxd has its data folder, or another process its pipe or socket.");

    /// <summary>All exit codes, in order.</summary>
    public static IReadOnlyList<ServiceExit> All { get; } = [Ok, Failed, Usage, Disk, Taken];
}
