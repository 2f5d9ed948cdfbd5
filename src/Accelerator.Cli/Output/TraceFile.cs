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
    private readonly StreamWriter _writer;
    private readonly TimeProvider _time;
    private bool _broken;

    private TraceFile(StreamWriter writer, TimeProvider time)
    {
        _writer = writer;
        _time = time;
    }

    /// <summary>Opens the file and replaces an earlier one.</summary>
    /// <exception cref="UsageException">The file cannot be written.</exception>
    public static TraceFile Open(string path, TimeProvider time)
    {
        try
        {
            // Flushed line by line: a trace is most useful if the process ends abnormally.
            var stream = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read);
            return new TraceFile(new StreamWriter(stream, new UTF8Encoding(false)) { AutoFlush = true }, time);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new UsageException($"The trace file cannot be written: {SafeText.Escape(e.Message)}");
        }
    }

    /// <summary>Adds a line. Called from many threads, one at a time.</summary>
    public void Write(FtpTraceLine line)
    {
        if (_broken) return;
        try
        {
            _writer.WriteLine(
                $"{_time.GetLocalNow():yyyy-MM-dd'T'HH:mm:ss.fffzzz} #{line.Session} {(line.FromServer ? '<' : '>')} {line.Text}");
        }
        catch (IOException)
        {
            // A full disk under the trace must not end the transfer, which may write to another disk.
            _broken = true;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            _writer.Dispose();
        }
        catch (IOException)
        {
            _broken = true;
        }
    }
}
