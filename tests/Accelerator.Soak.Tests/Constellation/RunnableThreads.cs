namespace Accelerator.Soak.Tests.Constellation;

/// <summary>
/// The threads of a process that have work, from /proc. On a busy computer a thread that has received data may wait for a processor for so
/// long that its process seems to be idle.
/// </summary>
internal static class RunnableThreads
{
    /// <summary>Counts the threads that run, wait for a processor, or wait for a disk.</summary>
    public static int Count(int process)
    {
        try
        {
            return Directory.EnumerateDirectories($"/proc/{process}/task").Count(IsRunnable);
        }
        catch (IOException)
        {
            return 0;
        }
    }

    // The state follows the name, which is in brackets and may hold any character.
    private static bool IsRunnable(string task)
    {
        try
        {
            var line = File.ReadAllText(Path.Combine(task, "stat"));
            return line[line.LastIndexOf(')') + 2] is 'R' or 'D';
        }
        catch (IOException)
        {
            // The thread has ended meanwhile.
            return false;
        }
    }
}
