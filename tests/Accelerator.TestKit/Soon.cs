namespace Accelerator.TestKit;

/// <summary>Limits the wait for a client that does not return: under a clock that stands still its own limits never would.</summary>
public static class Soon
{
    /// <summary>The task's result, within <see cref="ScriptedServer.Patience"/>.</summary>
    public static Task<T> SoonAsync<T>(this Task<T> task) => task.WaitAsync(ScriptedServer.Patience);

    /// <summary>The task's end, within <see cref="ScriptedServer.Patience"/>.</summary>
    public static Task SoonAsync(this Task task) => task.WaitAsync(ScriptedServer.Patience);
}
