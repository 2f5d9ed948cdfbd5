namespace Accelerator.TestRun;

/// <summary>The capabilities of the machine that a plan depends on.</summary>
/// <param name="HasWine">Whether the programs for Windows can run.</param>
/// <param name="HasDisks">Whether disks with sectors of 4096 bytes can be made: root, and loop devices.</param>
internal sealed record Machine(bool HasWine, bool HasDisks)
{
    public static Machine Read() => new(
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, "wine"))),
        OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess && File.Exists("/dev/loop-control"));
}
