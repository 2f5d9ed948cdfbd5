using System.Runtime.CompilerServices;

namespace Accelerator.Ftp.Data;

/// <summary>
/// The thread of one data connection, on which blocking calls are allowed. Code that awaits <see cref="Enter"/> continues on it and stays
/// there until it waits for something else.
/// </summary>
internal sealed class ReaderThread : IDisposable
{
    // Continuations can be as deep as the caller's calls, so the stack is 1 MiB; the memory is only reserved.
    private const int StackBytes = 1 << 20;

    private readonly Queue<Action> _work = new();
    private readonly Thread _thread;
    private bool _isEnded;

    /// <summary>Starts the thread.</summary>
    public ReaderThread()
    {
        _thread = new Thread(Run, StackBytes) { IsBackground = true, Name = "ftp data" };
        _thread.UnsafeStart();
    }

    /// <summary>Returns an awaitable whose continuation runs on the thread; after <see cref="Dispose"/> on the thread pool.</summary>
    /// <param name="leavesCaller">
    /// Whether the caller continues before the work is done. Blocking code must then not run within the caller's call, even if the caller
    /// is on this thread.
    /// </param>
    public Entry Enter(bool leavesCaller = false) => new(this, leavesCaller);

    /// <summary>Lets the thread end after it has run all queued work.</summary>
    public void Dispose()
    {
        lock (_work)
        {
            _isEnded = true;
            Monitor.Pulse(_work);
        }
    }

    private void Post(Action work)
    {
        lock (_work)
        {
            if (!_isEnded)
            {
                _work.Enqueue(work);
                Monitor.Pulse(_work);
                return;
            }
        }
        ThreadPool.UnsafeQueueUserWorkItem(static work => work(), work, preferLocal: false);
    }

    private void Run()
    {
        while (Take() is { } work) work();
    }

    private Action? Take()
    {
        lock (_work)
        {
            while (_work.Count == 0)
            {
                if (_isEnded) return null;
                Monitor.Wait(_work);
            }
            return _work.Dequeue();
        }
    }

    /// <summary>Awaits the thread; completed if the caller is on it.</summary>
    internal readonly struct Entry(ReaderThread owner, bool leavesCaller) : ICriticalNotifyCompletion
    {
        public bool IsCompleted => !leavesCaller && Thread.CurrentThread == owner._thread;

        public Entry GetAwaiter() => this;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation) => owner.Post(continuation);

        public void UnsafeOnCompleted(Action continuation) => owner.Post(continuation);
    }
}
