namespace Accelerator.Jobs.Control;

/// <summary>
/// The one table of <c>ftpxd</c>'s exit codes; docs/service.md has it, and a test compares them. Where ftpx has the same reason, it has the
/// same number.
/// </summary>
public static class ServiceExits
{
    /// <summary>It was stopped.</summary>
    public static ServiceExit Ok { get; } = new(0, "ok", "It was told to stop, and stopped.");

    /// <summary>Something threw.</summary>
    public static ServiceExit Failed { get; } = new(
        1, "failed", "Something it cannot go on without has failed; its log and its last line say what.");

    /// <summary>The command line.</summary>
    public static ServiceExit Usage { get; } = new(2, "usage", "Its command line makes no sense.");

    /// <summary>The data folder.</summary>
    public static ServiceExit Disk { get; } = new(10, "disk", "Its data folder cannot be made or used, or may be written by others.");

    /// <summary>A second ftpxd.</summary>
    public static ServiceExit Taken { get; } = new(
        15, "taken", "Another ftpxd has its data folder, or another process its pipe or socket.");

    /// <summary>All of them, in order.</summary>
    public static IReadOnlyList<ServiceExit> All { get; } = [Ok, Failed, Usage, Disk, Taken];
}
