namespace Accelerator.Loopback.Protocol;

/// <summary>One command line as read, one char per byte.</summary>
/// <param name="Verb">Upper case.</param>
/// <param name="Argument">The rest of the line.</param>
/// <param name="ReceivedAt">Timestamp of its last byte.</param>
/// <param name="Replies">Replies that had been sent by then, the greeting included.</param>
internal readonly record struct ReceivedCommand(string Verb, string Argument, long ReceivedAt, int Replies)
{
    private const char TelnetIac = '\u00FF';

    public static ReceivedCommand Parse(string line, long receivedAt, int replies)
    {
        // A client may send Telnet IP and Synch (IAC + one byte each) in front of ABOR: RFC 959 section 4.1.3.
        var start = 0;
        while (start + 1 < line.Length && line[start] == TelnetIac) start += 2;
        var text = line[start..];
        var space = text.IndexOf(' ');
        return space < 0
            ? new(text.ToUpperInvariant(), "", receivedAt, replies)
            : new(text[..space].ToUpperInvariant(), text[(space + 1)..], receivedAt, replies);
    }
}
