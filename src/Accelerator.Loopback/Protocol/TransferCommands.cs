using System.Globalization;
using Accelerator.Loopback.Content;

namespace Accelerator.Loopback.Protocol;

internal static class TransferCommands
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
            return "501 RANG needs two byte offsets.";
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

    public static async Task<string?> RetrAsync(Session session, string argument, CancellationToken cancellationToken)
    {
        var range = session.TakeRange();
        var path = session.Resolve(argument);
        if (session.Server.Served.Find(path) is not { } file)
        {
            return session.Server.Served.RealDirectory(path) is not null
                ? $"550 {argument}: Not a regular file." : "550 Failed to open file.";
        }
        using var opened = file.Open();
        if (opened is null) return "550 Failed to open file.";
        var size = file.Size;
        var beyond = range.Start > size || (range.Start > 0 && range.End > size);
        if (beyond && (session.Server.Options.RefuseRestartPastEnd || range.End is not null))
            return "554 Restart or range beyond the end of the file.";
        var preliminary = $"150 Opening BINARY mode data connection for {argument} ({size} bytes).";
        return await TransferStart.RunAsync(
            session, new("RETR", path, () => opened.Content, range, preliminary), cancellationToken).ConfigureAwait(false);
    }

    public static Task<string?> ListAsync(Session session, string verb, string argument, CancellationToken cancellationToken)
    {
        session.TakeRange(); // a marker applies to the next transfer only, whatever it is: RFC 3659 section 5.3
        // "LIST -la": options are not taken for names, as on Unix servers.
        var options = session.Server.Options;
        var isIgnored = verb == "MLSD" ? options.MlsdIgnoresPath : argument.StartsWith('-');
        var path = session.Resolve(isIgnored ? "" : argument);
        var entries = session.Server.Served.Entries(path);
        if (entries is null)
        {
            if (verb == "MLSD") return AnswerAsync("501 Not a directory.");
            var file = session.Server.Served.Find(path);
            if (file is null) return AnswerAsync("550 No such file or directory.");
            entries = [new(LoopbackPath.NameOf(path), file, null, null)];
        }
        if (verb != "MLSD" && options.HideDotNames) entries = entries.Where(entry => !entry.Name.StartsWith('.'));
        if (options.LinksAsTargets)
        {
            // A link that leads nowhere is left out.
            entries = entries.Where(entry => entry is not { File: null, Directory: null }).Select(entry => entry with { Target = null });
        }
        var (text, count) = new ListingWriter(options, session.Server.Time.GetUtcNow()).Of(verb, entries);
        var content = FileContent.FromBytes(text);
        var requested = new TransferRequested(verb, path, () => content, default, "150 Here comes the directory listing.");
        // Pure-FTPd does not check whether there are more.
        if (count == options.MaxListed) requested = requested with { Final = $"226 Output truncated to {count} matches" };
        return TransferStart.RunAsync(session, requested, cancellationToken);
    }

    private static Task<string?> AnswerAsync(string reply) => Task.FromResult<string?>(reply);

    private static bool TryOffset(string text, out long offset) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out offset);
}
