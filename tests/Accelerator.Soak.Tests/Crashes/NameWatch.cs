using System.Buffers.Binary;

namespace Accelerator.Soak.Tests.Crashes;

/// <summary>
/// Reports every change in some folders, on a thread of its own and within microseconds: some kills have to come between two system calls.
/// </summary>
internal sealed class NameWatch : IDisposable
{
    private const int HeadBytes = 16;
    private const int PollMilliseconds = 50;

    private readonly int _watch;
    private readonly Dictionary<int, string> _folders = [];
    private readonly Action<string, uint> _tell;
    private readonly Thread _thread;
    private volatile bool _isOver;
    private volatile Exception? _problem;

    /// <param name="folders">Full paths of existing folders.</param>
    /// <param name="tell">Gets the full path and what happened; called on the watch's thread.</param>
    public NameWatch(IEnumerable<string> folders, Action<string, uint> tell)
    {
        _tell = tell;
        _watch = LinuxCalls.Watch(LinuxCalls.NonBlocking | LinuxCalls.CloseOnExec);
        foreach (var folder in folders)
            _folders.Add(LinuxCalls.Add(_watch, folder, LinuxCalls.Modified | LinuxCalls.Attributes | LinuxCalls.MovedTo | LinuxCalls.Created), folder);
        if (_watch < 0 || _folders.Keys.Any(id => id < 0)) throw new InvalidOperationException("The system watches no folders (inotify).");
        _thread = new Thread(Run) { IsBackground = true, Name = "names", Priority = ThreadPriority.AboveNormal };
        _thread.Start();
    }

    /// <summary>Throws the error that the watch has met: a watch that missed an event is no evidence.</summary>
    public void Check()
    {
        if (_problem is { } problem) throw new InvalidOperationException($"The witness of names has failed: {problem.Message}", problem);
    }

    public void Dispose()
    {
        _isOver = true;
        _thread.Join();
        _ = LinuxCalls.Close(_watch);
    }

    private void Run()
    {
        var buffer = new byte[64 << 10];
        try
        {
            while (!_isOver)
            {
                var entry = new LinuxCalls.PollEntry { Descriptor = _watch, Wanted = LinuxCalls.Readable };
                if (LinuxCalls.Poll(ref entry, 1, PollMilliseconds) <= 0) continue;
                var count = (int)LinuxCalls.Read(_watch, buffer, buffer.Length);
                for (var at = 0; at < count;) at += Notify(buffer.AsSpan(at));
            }
        }
        catch (Exception e)
        {
            _problem = e;
        }
    }

    // struct inotify_event: wd, mask, cookie, len, name.
    private int Notify(ReadOnlySpan<byte> record)
    {
        var (id, mask) = (BinaryPrimitives.ReadInt32LittleEndian(record), BinaryPrimitives.ReadUInt32LittleEndian(record[4..]));
        var length = BinaryPrimitives.ReadInt32LittleEndian(record[12..]);
        if ((mask & LinuxCalls.Overflow) != 0) throw new InvalidOperationException("the system's queue ran over.");
        var name = Encoding.UTF8.GetString(record.Slice(HeadBytes, length)).TrimEnd('\0');
        if (_folders.TryGetValue(id, out var folder)) _tell(Path.Combine(folder, name), mask);
        return HeadBytes + length;
    }
}
