using System.Runtime.CompilerServices;

namespace Accelerator.TestKit;

/// <summary>Limits the wait for a client that does not return: under a clock that stands still its own limits never would.</summary>
public static class Soon
{
    /// <summary>The task's result, within <see cref="ScriptedServer.Patience"/>.</summary>
    public static Task<T> SoonAsync<T>(this Task<T> task) => task.WaitAsync(ScriptedServer.Patience);

    /// <summary>The task's end, within <see cref="ScriptedServer.Patience"/>.</summary>
    public static Task SoonAsync(this Task task) => task.WaitAsync(ScriptedServer.Patience);

    /// <summary>Waits for a condition that no event reports; checks every millisecond, for <see cref="ScriptedServer.Patience"/> at most.</summary>
    public static async Task UntilAsync(Func<bool> holds, [CallerArgumentExpression(nameof(holds))] string what = "")
    {
        using var deadline = new CancellationTokenSource(ScriptedServer.Patience);
        while (!holds())
        {
            if (deadline.IsCancellationRequested) throw new TimeoutException($"After {ScriptedServer.Patience.TotalSeconds:0} s this does not hold: {what}");
            await Task.Delay(1, CancellationToken.None);
        }
    }
}
