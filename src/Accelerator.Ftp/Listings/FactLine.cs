using System.Text;

namespace Accelerator.Ftp.Listings;

/// <summary>The facts of one entry in a reply to MLST (RFC 3659 section 7). All text is escaped.</summary>
internal sealed record FactLine
{
    // Owner and group as ProFTPD (names and numbers), pyftpdlib and Pure-FTPd (numbers) write them.
    private static readonly string[] OwnerFacts = ["UNIX.ownername=", "UNIX.owner=", "UNIX.uid="];
    private static readonly string[] GroupFacts = ["UNIX.groupname=", "UNIX.group=", "UNIX.gid="];

    private FactLine()
    {
    }

    /// <summary>The kind of entry.</summary>
    public EntryKind Kind { get; private init; }

    /// <summary>Size of a file in bytes; null if not given.</summary>
    public long? Size { get; private init; }

    /// <summary>Last modification; null if not given.</summary>
    public ListingTime? Time { get; private init; }

    /// <summary>Permissions: UNIX.mode, else perm; null if not given.</summary>
    public string? Permissions { get; private init; }

    /// <summary>Owner, by name where given, else by number; null if not given.</summary>
    public string? Owner { get; private init; }

    /// <summary>Group, by name where given, else by number; null if not given.</summary>
    public string? Group { get; private init; }

    /// <summary>The target of a link; null if not given.</summary>
    public string? Target { get; private init; }

    /// <summary>Reads the line.</summary>
    /// <param name="line">The line as the server wrote it, without leading blanks.</param>
    /// <returns>Null for a line without facts.</returns>
    public static FactLine? Read(string line)
    {
        ArgumentNullException.ThrowIfNull(line);
        var bytes = Encoding.UTF8.GetBytes(line);
        if (bytes.Length == 0) return null;
        var meaning = new MlsdParser().Read(bytes, out var parsed);
        if (meaning is not (LineMeaning.Entry or LineMeaning.Own)) return null;
        return new FactLine
        {
            // MLST names the parent of the current folder pdir.
            Kind = meaning == LineMeaning.Own ? EntryKind.Folder : parsed.Kind,
            Size = meaning == LineMeaning.Own ? null : parsed.Size,
            Time = parsed.Time,
            Permissions = Words(parsed.Permissions),
            Owner = Find(line, OwnerFacts),
            Group = Find(line, GroupFacts),
            Target = Words(parsed.Target),
        };
    }

    private static string? Words(ReadOnlySpan<byte> text) => text.IsEmpty ? null : SafeText.Escape(Encoding.UTF8.GetString(text));

    private static string? Find(string line, string[] facts)
    {
        var values = line.Split(' ')[0].Split(';');
        var found = facts
            .Select(fact => Array.Find(values, value => value.StartsWith(fact, StringComparison.OrdinalIgnoreCase))?[fact.Length..])
            .FirstOrDefault(value => value is { Length: > 0 });
        return found is null ? null : SafeText.Escape(found);
    }
}
