using System.Globalization;
using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>
/// What a script's log shows, on standard output as ftp.exe does; what ftpx itself has to say beside it, on standard error.
/// </summary>
internal sealed class ScriptScreen(ProcessEnvironment environment, ScriptModes modes)
{
    // What the real program divides by where a transfer took no time that it can measure.
    private const double LeastSeconds = 1e-6;

    private static readonly UTF8Encoding Strict = new(false, throwOnInvalidBytes: true);

    private readonly object _writing = new();

    /// <summary>A line.</summary>
    public void Say(string line) => Write(line + environment.Out.NewLine);

    /// <summary>Text without a line end.</summary>
    public void Write(string text)
    {
        lock (_writing) environment.Out.Write(text);
    }

    /// <summary>A sentence of ftpx, which ftp.exe would not say.</summary>
    public void Notice(string sentence)
    {
        lock (_writing) environment.Err.WriteLine($"ftpx: {sentence}");
    }

    /// <summary>A line that a script's log is looked through for, where the server's words are to be seen.</summary>
    public void SayIfVerbose(string line)
    {
        if (modes.IsVerbose) Say(line);
    }

    /// <summary>What the server said; refusals are shown though it is not to be.</summary>
    public void Show(FtpReply reply)
    {
        if (!modes.IsVerbose && reply.Code < 400) return;
        for (var i = 0; i < reply.Lines.Count; i++)
        {
            var line = SafeText.Escape(Readable(reply.Lines[i]));
            var isLast = i == reply.Lines.Count - 1;
            Say(isLast ? $"{reply.Code} {line}" : i > 0 && line.StartsWith(' ') ? line : $"{reply.Code}-{line}");
        }
    }

    /// <summary>A command that is sent.</summary>
    public void ShowSent(string command)
    {
        if (modes.Debug) Say($"---> {command}");
    }

    /// <summary>How a transfer ended, in ftp.exe's words.</summary>
    public void Close(long bytes, string direction, TimeSpan took)
    {
        if (modes.IsVerbose) Say(Closing(bytes, direction, took));
        if (modes.Bell) Write("\a");
    }

    /// <summary>The line that ends a transfer. 1 Kbyte is 1000 bytes, as it is there.</summary>
    public static string Closing(long bytes, string direction, TimeSpan took)
    {
        var seconds = Math.Round(took.TotalSeconds, 2);
        return string.Create(CultureInfo.InvariantCulture,
            $"ftp: {bytes} bytes {direction} in {seconds:0.00}Seconds "
                + $"{bytes / 1000d / (seconds > 0 ? seconds : LeastSeconds):0.00}Kbytes/sec.");
    }

    /// <summary>The server's bytes as text: UTF-8 where they are that, else a character a byte.</summary>
    public static string Readable(string latin1)
    {
        try
        {
            return Strict.GetString(Encoding.Latin1.GetBytes(latin1));
        }
        catch (ArgumentException)
        {
            return latin1;
        }
    }
}
