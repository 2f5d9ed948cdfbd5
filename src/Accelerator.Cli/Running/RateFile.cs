using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Values;
using Accelerator.Ftp;

namespace Accelerator.Cli.Running;

/// <summary>
/// The file of <c>--limit-rate @FILE</c>, read again every second. Polling also works on network drives and for editors that replace the
/// file, and needs no signal, which Windows does not have.
/// </summary>
internal sealed class RateFile : IDisposable
{
    // A timetable has a few rows.
    private const int Largest = 64 << 10;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly string _path;
    private readonly TimeProvider _time;
    private readonly object _lock = new();
    private volatile RateTimetable _timetable;
    private string _text;
    private string? _problem;
    private ITimer? _timer;

    /// <summary>Reads the file.</summary>
    /// <param name="path">Its full path.</param>
    /// <param name="time">Clock.</param>
    /// <exception cref="UsageException">The file cannot be read, or has no valid limit.</exception>
    public RateFile(string path, TimeProvider time)
    {
        (_path, _time) = (path, time);
        try
        {
            _text = Read();
            _timetable = RateTimetable.Parse(_text);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or UsageException)
        {
            throw new UsageException($"--limit-rate: {Sentence(e)}");
        }
    }

    /// <summary>Starts to watch the file.</summary>
    /// <param name="say">Receives a sentence for each change, and for each problem, with which the previous limit stays.</param>
    public void Watch(Action<string> say) => _timer = _time.CreateTimer(_ => Check(say), null, Interval, Interval);

    /// <summary>Returns the limit at this time in bytes per second; null for none.</summary>
    public long? Now() => _timetable.At(_time.GetUtcNow());

    /// <inheritdoc/>
    public void Dispose() => _timer?.Dispose();

    private void Check(Action<string> say)
    {
        // A slow drive may take longer than the interval.
        if (!Monitor.TryEnter(_lock)) return;
        try
        {
            var text = Read();
            if (text != _text)
            {
                _text = text;
                _timetable = RateTimetable.Parse(text);
                say($"the rate limit is now {(Now() is { } limit ? Format.Rate(limit) : "unlimited")} ({SafeText.Escape(_path)}).");
            }
            else if (_problem is null)
            {
                return;
            }
            _problem = null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or UsageException)
        {
            if (e is not UsageException && _problem == e.Message) return;
            _problem = e.Message;
            say($"the rate limit stays as it was: {Sentence(e)}");
        }
        finally
        {
            Monitor.Exit(_lock);
        }
    }

    // The messages of the system name the file.
    private string Sentence(Exception problem) => problem is UsageException
        ? SafeText.Escape($"{_path}: {problem.Message}") : ReadFailure.Sentence(problem, _path);

    private string Read()
    {
        // Share read, write and delete so that an editor is not blocked.
        using var file = new FileStream(_path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using var reader = new StreamReader(file);
        var text = new char[Largest];
        var count = reader.ReadBlock(text);
        return count < Largest ? new string(text, 0, count) : throw new IOException($"The file is longer than {Largest} characters.");
    }
}
