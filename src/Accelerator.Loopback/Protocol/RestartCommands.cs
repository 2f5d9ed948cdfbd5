using System.Globalization;

namespace Accelerator.Loopback.Protocol;

internal static class RestartCommands
{
    public static string Rest(Session session, string argument)
    {
        if (session.IsAscii && session.Server.Options.StrictAscii) return $"501 REST: Resuming transfers not allowed in ASCII mode";
        if (!TryOffset(argument, out var start)) return "501 REST needs a byte offset.";
        session.Range = new ByteSpan(start, null);
        return $"350 Restart position accepted ({start}).";
    }

    // Both ends inclusive, and "RANG 1 0" takes it back: draft-bryan-ftp-range-08, as in ProFTPD.
    public static string Rang(Session session, string argument)
    {
        var words = argument.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (words.Length != 2 || !TryOffset(words[0], out var first) || !TryOffset(words[1], out var last))
        {
            return "501 RANG needs two byte offsets.";
        }

        if (session.IsAscii) return "551 RANG is not available in ASCII mode.";
        if (first == 1 && last == 0)
        {
            session.Range = default;
            return "350 Restart position reset.";
        }

        if (first > last) return "501 RANG start is greater than its end.";
        session.Range = new ByteSpan(first, last + 1);
        return $"350 Restarting at {first}. End byte range at {last}.";
    }

    private static bool TryOffset(string text, out long offset) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out offset);
}
