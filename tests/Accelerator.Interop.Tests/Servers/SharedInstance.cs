namespace Accelerator.Interop.Tests.Servers;

/// <summary>One instance of something that is costly to start, for all test classes of this process that use it at the same time: the first starts it, the last one ends it.</summary>
/// <typeparam name="T">What is shared.</typeparam>
internal sealed class SharedInstance<T>(Func<Task<T>> start) : IDisposable
    where T : class, IAsyncDisposable
{
    private readonly SemaphoreSlim _gate = new(1, 1);
    private T? _instance;
    private int _users;

    /// <summary>Gets the instance, and starts it where there is none. Each call needs one of <see cref="LeaveAsync"/>.</summary>
    public async Task<T> EnterAsync()
    {
        await _gate.WaitAsync();
        try
        {
            _instance ??= await start();
            _users++;
            return _instance;
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <summary>Ends the instance where no other class uses it.</summary>
    public async Task LeaveAsync()
    {
        await _gate.WaitAsync();
        try
        {
            if (--_users > 0) return;
            // The next class starts another one, even if the end of this one fails.
            var ended = _instance!;
            _instance = null;
            await ended.DisposeAsync();
        }
        finally
        {
            _gate.Release();
        }
    }

    public void Dispose() => _gate.Dispose();
}
