using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>
/// The file given by <c>--trace</c>: one line of dialogue per line, with time and connection. Secrets were masked when the line was
/// created.
/// </summary>
internal sealed class TraceFile : IDisposable
{
    private const string What = "The trace file";
    private const string Option = "--trace";

    private readonly StreamWriter _writer;
    private readonly string _path;
    private readonly TimeProvider _time;
    private readonly Action<string> _fail;
    private Exception? _failure;

    private TraceFile(FileStream file, string path, TimeProvider time, Action<string> fail)
    {
        // Flushed line by line: a trace is most useful if the process ends abnormally.
        _writer = new StreamWriter(file, new UTF8Encoding(false)) { AutoFlush = true };
        (_path, _time, _fail) = (path, time, fail);
    }

    /// <summary>Opens the file and replaces an earlier one.</summary>
    /// <param name="path">The full path of the trace.</param>
    /// <param name="time">Supplies the time of each line.</param>
    /// <param name="fail">Receives a sentence at the end if the trace could not be written completely.</param>
    /// <exception cref="UsageException">The file cannot be written.</exception>
    public static TraceFile Open(string path, TimeProvider time, Action<string> fail) =>
        new(WritableFile.Open(What, path, FileMode.Create, Option), path, time, fail);

    /// <summary>Adds a line. Called from many threads, one at a time.</summary>
    public void Write(FtpTraceLine line)
    {
        if (_failure is not null) return;
        try
        {
            _writer.WriteLine(
                $"{_time.GetLocalNow():yyyy-MM-dd'T'HH:mm:ss.fffzzz} #{line.Session} {(line.FromServer ? '<' : '>')} {line.Text}");
        }
        catch (Exception e) when (StorageErrors.IsFromDisk(e))
        {
            // A full disk under the trace must not end the transfer, which may write to another disk.
            _failure = e;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            _writer.Dispose();
        }
        catch (Exception e) when (StorageErrors.IsFromDisk(e))
        {
            _failure ??= e;
        }
        if (_failure is { } failure) _fail(WritableFile.Incomplete(What, _path, failure, Option));
    }
}
