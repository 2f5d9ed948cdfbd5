namespace Accelerator.Soak.Tests.Storms;

/// <summary>The resources that a process holds, from /proc; null where there is no /proc, or no such process.</summary>
internal static class OpenHandles
{
    private const long Kibi = 1024;

    public static int? Count(int process) => Links(process)?.Count;

    public static int? Sockets(int process) => Links(process)?.Count(link => link.StartsWith("socket:", StringComparison.Ordinal));

    public static long? Resident(int process) => Status(process, "VmRSS:");

    /// <summary>The most bytes that were resident since the start.</summary>
    public static long? Peak(int process) => Status(process, "VmHWM:");

    private static long? Status(int process, string key)
    {
        try
        {
            var line = File.ReadLines($"/proc/{process}/status").FirstOrDefault(line => line.StartsWith(key, StringComparison.Ordinal));
            return line is null ? null : long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], null) * Kibi;
        }
        catch (IOException)
        {
            return null;
        }
    }

    private static List<string>? Links(int process)
    {
        try
        {
            // A descriptor that is closed between the two reads counts too.
            return [.. new DirectoryInfo($"/proc/{process}/fd").EnumerateFileSystemInfos().Select(descriptor => descriptor.LinkTarget ?? "")];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
