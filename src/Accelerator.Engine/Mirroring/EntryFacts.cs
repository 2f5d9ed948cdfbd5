using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>The facts that a server gives about one name, and the command behind each fact. All text is escaped.</summary>
internal sealed record EntryFacts
{
    /// <summary>The kind of entry.</summary>
    public EntryKind Kind { get; init; }

    /// <summary>Size in bytes; null if not given, and for anything but a file.</summary>
    public long? Size { get; init; }

    /// <summary>Last modification; null if not given.</summary>
    public ListingTime? Time { get; init; }

    /// <summary>Permissions as the server writes them; null if not given.</summary>
    public string? Permissions { get; init; }

    /// <summary>Owner, by name or by number; null if not given.</summary>
    public string? Owner { get; init; }

    /// <summary>Group, by name or by number; null if not given.</summary>
    public string? Group { get; init; }

    /// <summary>The target of a link; null if not given.</summary>
    public string? Target { get; init; }

    /// <summary>The server's hash of the content in hexadecimal; null if it was not requested or not given.</summary>
    public string? Hash { get; init; }

    /// <summary>The hash commands that the server lists, strongest first: <c>HASH SHA-256</c>, <c>XMD5</c>.</summary>
    public IReadOnlyList<string> OfferedHashes { get; init; } = [];

    /// <summary>The command that gave each fact: <c>MLST</c>, <c>SIZE</c>, <c>LIST</c>, …</summary>
    public IReadOnlyDictionary<EntryFact, string> Commands { get; init; } = new Dictionary<EntryFact, string>();
}

/// <summary>A fact about a name on a server.</summary>
internal enum EntryFact
{
    /// <summary>The kind of entry.</summary>
    Kind,

    /// <summary>The size.</summary>
    Size,

    /// <summary>The last modification.</summary>
    Modified,

    /// <summary>The permissions.</summary>
    Permissions,

    /// <summary>The owner.</summary>
    Owner,

    /// <summary>The group.</summary>
    Group,

    /// <summary>The target of a link.</summary>
    Target,

    /// <summary>The hash of the content.</summary>
    Hash,
}
