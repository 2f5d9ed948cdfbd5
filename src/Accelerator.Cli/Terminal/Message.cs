using Accelerator.Ftp;

namespace Accelerator.Cli.Terminal;

/// <summary>The severity of a message on standard error.</summary>
internal enum Severity
{
    /// <summary>Information that needs no action.</summary>
    Note,

    /// <summary>The run continues, but the user may want to act.</summary>
    Warning,

    /// <summary>Something that was requested was not done.</summary>
    Error,
}

/// <summary>One message of ftpx on standard error: <c>ftpx: error: what failed: the cause. What to do.</c></summary>
/// <param name="Severity">The severity.</param>
/// <param name="Sentence">The text after the severity; it may contain text of a server.</param>
internal readonly record struct Message(Severity Severity, string Sentence)
{
    /// <summary>The ANSI color on a terminal, 0 to 7: errors are red (1), warnings are yellow (3), notes are plain (null).</summary>
    public int? Color => Severity switch { Severity.Error => 1, Severity.Warning => 3, _ => null };

    /// <summary>Returns the message in lines, safe to print.</summary>
    /// <param name="columns">The columns of a terminal; null for one line.</param>
    public IEnumerable<string> Lines(int? columns) => WordWrap.OfMessage(ToString(), columns);

    /// <summary>Returns the line, safe to print.</summary>
    public override string ToString() => $"ftpx: {Severity.ToString().ToLowerInvariant()}: {SafeText.Escape(Sentence)}";
}
