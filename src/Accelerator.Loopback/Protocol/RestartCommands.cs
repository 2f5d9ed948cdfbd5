using System.Globalization;

namespace Accelerator.Loopback;

internal static class RestartCommands
{
    public static ValueTask<string?> Rest(Session session, string argument, CancellationToken cancellationToken)
    {
        if (session.IsAscii && session.Server.Options.StrictAscii) return new($"501 REST: Resuming transfers not allowed in ASCII mode");
        if (!TryOffset(argument, out var start)) return new("501 REST needs a byte offset.");
        session.Range = new ByteSpan(start, null);
        return new($"350 Restart position accepted ({start}).");
    }

    // Both ends inclusive, and "RANG 1 0" takes it back: draft-bryan-ftp-range-08, as in ProFTPD.
    public static ValueTask<string?> Rang(Session session, string argument, CancellationToken cancellationToken)
    {
        var words = argument.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (words.Length != 2 || !TryOffset(words[0], out var first) || !TryOffset(words[1], out var last)) return new("501 RANG needs two byte offsets.");
        if (session.IsAscii) return new("551 RANG is not available in ASCII mode.");
        if (first == 1 && last == 0)
        {
            session.Range = default;
            return new("350 Restart position reset.");
        }

        if (first > last) return new("501 RANG start is greater than its end.");
        session.Range = new ByteSpan(first, last + 1);
        return new($"350 Restarting at {first}. End byte range at {last}.");
    }

    private static bool TryOffset(string text, out long offset) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out offset);
}
