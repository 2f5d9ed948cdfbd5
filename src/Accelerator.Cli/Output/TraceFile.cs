using System.Text;
using Accelerator.Cli.Hosting;
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
    private readonly TimeProvider _time;
    private readonly GuardedFile _file;

    private TraceFile(FileStream stream, TimeProvider time, GuardedFile file)
    {
        // Flushed line by line: a trace is most useful if the process ends abnormally.
        _writer = new StreamWriter(stream, new UTF8Encoding(false)) { AutoFlush = true };
        (_time, _file) = (time, file);
    }

    /// <summary>Opens the file and replaces an earlier one.</summary>
    /// <param name="path">The full path of the trace.</param>
    /// <param name="time">Supplies the time of each line.</param>
    /// <param name="fail">Receives a sentence at the end if the trace could not be written completely.</param>
    /// <exception cref="UsageException">The file cannot be written.</exception>
    public static TraceFile Open(string path, TimeProvider time, Action<string> fail) =>
        new(WritableFile.Open(What, path, FileMode.Create, Option), time, new GuardedFile(What, path, Option, fail));

    /// <summary>Adds a line, unless an earlier one could not be written. Called from many threads, one at a time.</summary>
    public void Write(FtpTraceLine line)
    {
        if (_file.HasFailed) return;
        _file.Write(() => _writer.WriteLine(
            $"{_time.GetLocalNow():yyyy-MM-dd'T'HH:mm:ss.fffzzz} #{line.Session} {(line.FromServer ? '<' : '>')} {line.Text}"));
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Close(_writer.Dispose);
}
