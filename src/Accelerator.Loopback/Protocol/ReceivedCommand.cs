namespace Accelerator.Loopback.Protocol;

/// <summary>One command line as read, one char per byte.</summary>
internal readonly record struct ReceivedCommand(string Verb, string Argument, long ReceivedAt)
{
    private const char TelnetIac = '\u00FF';

    public static ReceivedCommand Parse(string line, long receivedAt)
    {
        // A client may send Telnet IP and Synch (IAC + one byte each) in front of ABOR: RFC 959 section 4.1.3.
        var start = 0;
        while (start + 1 < line.Length && line[start] == TelnetIac) start += 2;
        var text = line[start..];
        var space = text.IndexOf(' ');
        return space < 0
            ? new(text.ToUpperInvariant(), "", receivedAt)
            : new(text[..space].ToUpperInvariant(), text[(space + 1)..], receivedAt);
    }
}
