using System.Globalization;
using System.Text;
using System.Text.Unicode;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>The log of a script on standard output, as ftp.exe writes it; messages of ftpx itself go to standard error.</summary>
internal sealed class ScriptScreen(ProcessEnvironment environment, ScriptModes modes)
{
    // The divisor that ftp.exe uses for a transfer too short to measure.
    private const double LeastSeconds = 1e-6;

    private readonly object _writing = new();

    /// <summary>Writes a line.</summary>
    public void Say(string line) => Write(line + environment.Out.NewLine);

    /// <summary>Writes text without a line end.</summary>
    public void Write(string text)
    {
        lock (_writing) environment.Out.Write(text);
    }

    /// <summary>Writes a message of ftpx, which ftp.exe would not write.</summary>
    public void Notice(string sentence)
    {
        lock (_writing) environment.Err.WriteLine($"ftpx: {sentence}");
    }

    /// <summary>Writes a line that tools search for in a script's log, if server replies are shown.</summary>
    public void SayIfVerbose(string line)
    {
        if (modes.IsVerbose) Say(line);
    }

    /// <summary>Writes a server reply; refusals are shown even if replies are off.</summary>
    /// <param name="reply">The reply.</param>
    /// <param name="charset">The charset of names on the server.</param>
    public void Show(FtpReply reply, Encoding charset)
    {
        if (!modes.IsVerbose && reply.Code < 400) return;
        for (var i = 0; i < reply.Lines.Count; i++)
        {
            var line = SafeText.Escape(Readable(reply.Lines[i], charset));
            var isLast = i == reply.Lines.Count - 1;
            Say(isLast ? $"{reply.Code} {line}" : i > 0 && line.StartsWith(' ') ? line : $"{reply.Code}-{line}");
        }
    }

    /// <summary>Writes a command that is sent.</summary>
    public void ShowSent(string command)
    {
        if (modes.Debug) Say($"---> {command}");
    }

    /// <summary>Writes the end of a transfer in the words of ftp.exe.</summary>
    public void Close(long bytes, string direction, TimeSpan took)
    {
        if (modes.IsVerbose) Say(Closing(bytes, direction, took));
        if (modes.Bell) Write("\a");
    }

    /// <summary>Returns the line that ends a transfer. 1 Kbyte is 1000 bytes, as in ftp.exe.</summary>
    public static string Closing(long bytes, string direction, TimeSpan took)
    {
        var seconds = Math.Round(took.TotalSeconds, 2);
        return string.Create(CultureInfo.InvariantCulture,
            $"ftp: {bytes} bytes {direction} in {seconds:0.00}Seconds "
                + $"{bytes / 1000d / (seconds > 0 ? seconds : LeastSeconds):0.00}Kbytes/sec.");
    }

    /// <summary>
    /// Returns the server's bytes as text: UTF-8 if they are valid UTF-8, otherwise in the charset of the server; one character per byte if
    /// that is UTF-8 as well.
    /// </summary>
    public static string Readable(string latin1, Encoding charset)
    {
        var bytes = Encoding.Latin1.GetBytes(latin1);
        if (Utf8.IsValid(bytes)) return Encoding.UTF8.GetString(bytes);
        return charset is UTF8Encoding ? latin1 : charset.GetString(bytes);
    }
}
