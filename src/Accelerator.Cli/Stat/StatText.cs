using Accelerator.Cli.Output;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Stat;

/// <summary>Formats the facts about a name for people: the URL, and below it each fact with the command that gave it.</summary>
internal static class StatText
{
    /// <summary>Returns the lines.</summary>
    /// <param name="url">The URL, safe to print.</param>
    /// <param name="facts">The facts.</param>
    public static IEnumerable<string> Lines(string url, EntryFacts facts)
    {
        (string Name, string? Value, EntryFact? Fact)[] rows =
        [
            ("type", KindOf(facts.Kind), EntryFact.Kind),
            ("size", facts.Size is { } size ? Bytes(size) : null, EntryFact.Size),
            ("modified", facts.Time?.ToString(), EntryFact.Modified),
            ("permissions", facts.Permissions, EntryFact.Permissions),
            ("owner", facts.Owner, EntryFact.Owner),
            ("group", facts.Group, EntryFact.Group),
            ("target", facts.Target, EntryFact.Target),
            ("hash", facts.Hash, EntryFact.Hash),
            ("hashes", facts.OfferedHashes.Count > 0 ? string.Join(", ", facts.OfferedHashes) : null, null),
        ];
        var shown = rows.Where(row => row.Value is not null).ToList();
        // A hash is longer than any other value: its command follows it without a column.
        var width = shown.Where(row => row.Fact != EntryFact.Hash).Max(row => CellWidth.Of(row.Value!));
        return [url, .. shown.Select(row =>
        {
            var command = row.Fact is { } fact ? facts.Commands.GetValueOrDefault(fact) : "FEAT";
            var blanks = new string(' ', Math.Max(0, width - CellWidth.Of(row.Value!)));
            return $"  {row.Name,-11}  {row.Value}{blanks}{(command is null ? "" : $"  [{command}]")}".TrimEnd();
        })];
    }

    private static string Bytes(long size) =>
        size is 1 ? "1 byte" : size < 1024 ? $"{size} bytes" : $"{Format.Number(size)} bytes ({Format.Size(size)})";

    private static string KindOf(EntryKind kind) => kind switch
    {
        EntryKind.File => "file",
        EntryKind.Folder => "folder",
        EntryKind.Link => "link",
        EntryKind.Other => "other (a device, a pipe or a socket)",
        _ => "unknown",
    };
}
