using System.Collections.Concurrent;
using System.Threading.Channels;
using Microsoft.Win32.SafeHandles;

namespace Accelerator.Soak.Tests.Crashes;

/// <summary>
/// Records what becomes visible: each name that appears in the target is opened at once and compared with the states that the server had.
/// An incomplete file, or a version that comes twice, is a broken promise.
/// </summary>
internal sealed class Arrivals : IAsyncDisposable
{
    private readonly SourceStore _store;
    private readonly Channel<(string Path, FileStream? File)> _found = Channel.CreateUnbounded<(string, FileStream?)>();
    private readonly ConcurrentDictionary<string, List<DateTime>> _seen = new(StringComparer.Ordinal);
    private readonly Task _checking;
    private int _told;
    private int _checked;
    private int _successors;
    private volatile Exception? _problem;

    public Arrivals(SourceStore store)
    {
        _store = store;
        _checking = Task.Run(CheckAllAsync);
    }

    /// <summary>The number of names that appeared.</summary>
    public int Count => Volatile.Read(ref _checked);

    /// <summary>
    /// The number of files that were replaced between their listing and their only RETR, and arrived in their later state.
    /// </summary>
    public int Successors => Volatile.Read(ref _successors);

    /// <summary>Records that a name has appeared.</summary>
    public void Notify(string path)
    {
        Interlocked.Increment(ref _told);
        // Hold the file open: another may be renamed over it before it is read. Use the system call: .NET's open does not wait for a lock
        // to be released, and the service still holds one.
        var handle = new SafeFileHandle(LinuxCalls.Open(path, LinuxCalls.CloseOnExec), ownsHandle: true);
        var file = handle.IsInvalid ? null : new FileStream(handle, FileAccess.Read, bufferSize: 1);
        _found.Writer.TryWrite((path, file));
    }

    /// <summary>Counts the wanted files that have not arrived in the wanted state.</summary>
    public int Missing(IReadOnlyDictionary<string, SourceState> wanted) =>
        wanted.Count(file => !(_seen.TryGetValue(_store.LocalOf(file.Key), out var seen) && Holds(seen, file.Value.Modified)));

    /// <summary>Gets all files that appeared: the local path and the time of the version.</summary>
    /// <exception cref="BrokenPromiseException">A file was incomplete, or came twice.</exception>
    public async Task<IReadOnlyList<(string Path, DateTime Modified)>> AllAsync()
    {
        while (Volatile.Read(ref _checked) < Volatile.Read(ref _told) && _problem is null) await Task.Delay(5);
        Check();
        var all = new List<(string, DateTime)>();
        foreach (var (path, seen) in _seen)
        {
            lock (seen) all.AddRange(seen.Select(modified => (path, modified)));
        }
        return all;
    }

    /// <summary>Throws the error that was found.</summary>
    public void Check()
    {
        if (_problem is { } problem) throw problem is BrokenPromiseException ? problem : new InvalidOperationException("The witness of files has failed.", problem);
    }

    public async ValueTask DisposeAsync()
    {
        _found.Writer.TryComplete();
        await _checking;
    }

    private async Task CheckAllAsync()
    {
        await foreach (var (path, file) in _found.Reader.ReadAllAsync())
        {
            try
            {
                if (file is null) throw new BrokenPromiseException($"{path} appeared and could not be opened: another program removed it.");
                await using (file) await CheckAsync(path, file);
            }
            catch (Exception e)
            {
                _problem ??= e;
            }
            Interlocked.Increment(ref _checked);
        }
    }

    private async Task CheckAsync(string path, FileStream file)
    {
        var (size, modified) = (file.Length, File.GetLastWriteTimeUtc(file.SafeFileHandle));
        var states = _store.Find(path, size, modified);
        if (states.Count == 0) throw new BrokenPromiseException($"{path} is visible with {size} bytes of {modified:u}, which the server never had.");
        long? offset = null;
        for (var i = 0; i < states.Count; i++)
        {
            file.Position = 0;
            offset = await states[i].Content.FirstDifferenceAsync(file, 0, size, CancellationToken.None);
            if (offset is not null) continue;
            if (i > 0) Interlocked.Increment(ref _successors);
            break;
        }
        if (offset is not null) throw new BrokenPromiseException($"{path} of {modified:u} is visible and differs from the server's at {offset}.");
        var seen = _seen.GetOrAdd(path, _ => []);
        lock (seen)
        {
            if (seen.Contains(modified)) throw new BrokenPromiseException($"{path} of {modified:u} was put in place twice.");
            seen.Add(modified);
        }
    }

    private static bool Holds(List<DateTime> seen, DateTime modified)
    {
        lock (seen) return seen.Contains(modified);
    }
}
