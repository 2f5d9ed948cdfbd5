namespace Accelerator.Cli.Terminal;

/// <summary>Writes messages to standard error. Every command except <c>ftpx ftp</c> reports errors, warnings and notes here.</summary>
/// <param name="error">Standard error.</param>
/// <param name="hasColor">Returns whether standard error shows colors; null for no colors.</param>
/// <param name="width">Returns the columns to which messages are wrapped; null, or no function, for messages in one line.</param>
internal sealed class MessageWriter(TextWriter error, Func<bool>? hasColor = null, Func<int?>? width = null)
{
    /// <summary>
    /// Returns whether messages are colored on standard error: on a terminal, unless <c>NO_COLOR</c> is set (no-color.org) or <c>TERM</c>
    /// is <c>dumb</c>.
    /// </summary>
    /// <param name="isTerminal">Whether standard error is a terminal that understands control sequences.</param>
    /// <param name="variable">Reads an environment variable.</param>
    public static bool WantsColor(bool isTerminal, Func<string, string?> variable) =>
        isTerminal && string.IsNullOrEmpty(variable("NO_COLOR")) && variable("TERM") != "dumb";

    /// <summary>Reports that something requested was not done.</summary>
    public void Error(string sentence) => Write(new Message(Severity.Error, sentence));

    /// <summary>Reports something that the user may want to act on.</summary>
    public void Warn(string sentence) => Write(new Message(Severity.Warning, sentence));

    /// <summary>Reports information that needs no action.</summary>
    public void Note(string sentence) => Write(new Message(Severity.Note, sentence));

    /// <inheritdoc cref="Error(string)"/>
    public void Errors(IEnumerable<string> sentences)
    {
        foreach (var sentence in sentences) Error(sentence);
    }

    /// <inheritdoc cref="Note(string)"/>
    public void Notes(IEnumerable<string> sentences)
    {
        foreach (var sentence in sentences) Note(sentence);
    }

    /// <summary>Reports that standard output cannot be written.</summary>
    public void OutputFailed(IOException e) => Error($"Standard output cannot be written: {e.Message}");

    /// <summary>Writes a message.</summary>
    public void Write(Message message)
    {
        var text = string.Join(error.NewLine, message.Lines(width?.Invoke()));
        error.WriteLine(message.Color is { } color && hasColor?.Invoke() == true ? $"\u001b[3{color}m{text}\u001b[0m" : text);
    }

    /// <summary>Writes a line that is not a message, such as progress.</summary>
    public void Line(string line) => error.WriteLine(line);

    /// <summary>Writes text without a line end, such as a question.</summary>
    public void Prompt(string text) => error.Write(text);
}
