using Accelerator.Cli.Terminal;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Output;

/// <summary>
/// A listing for people: names, or with <paramref name="isLong"/> permissions, size and time before them. Lines are formatted as entries
/// arrive, so the columns start at a width that suits most listings and grow as needed; nothing is cut.
/// </summary>
internal sealed class ListingText(bool isLong, bool isHuman = false) : IListingLines
{
    private int _permissions = 6;
    private int _size = 11;
    private int _time = 16;
    private bool _hasHead;

    /// <inheritdoc/>
    public IEnumerable<string> Head(FtpPath folder)
    {
        if (_hasHead) yield return "";
        _hasHead = true;
        yield return (folder.IsEmpty ? "." : folder.ToString()) + ":";
    }

    /// <inheritdoc/>
    public string Entry(FtpPath folder, ListingEntry entry)
    {
        var name = entry.Name + (entry.Kind == EntryKind.Folder ? "/" : "");
        if (!isLong) return name;
        if (entry.Target is { } target) name += $" -> {target}";
        var size = entry.Size is { } bytes ? isHuman ? Format.Size(bytes) : $"{bytes}" : "-";
        return $"{Pad(Permissions(entry), ref _permissions)} "
            + $"{Pad(size, ref _size, isRight: true)}  {Pad(entry.Time?.ToString() ?? "-", ref _time)}  {name}";
    }

    /// <inheritdoc/>
    public IEnumerable<string> End(
        FtpPath folder, ListingOutcome? outcome, TransferException? problem, IReadOnlyList<UnenteredFolder> unentered) => [];

    // The first letter of an ls line is already the kind.
    private static string Permissions(ListingEntry entry)
    {
        var kind = entry.Kind switch { EntryKind.Folder => 'd', EntryKind.Link => 'l', EntryKind.File => '-',
            EntryKind.Other => 'o', _ => '?' };
        return entry.Permissions is { Length: >= 10 } whole && whole[0] is '-' or 'd' or 'l' or 'b' or 'c' or 'p' or 's'
            ? whole : $"{kind} {entry.Permissions}".TrimEnd();
    }

    private static string Pad(string text, ref int width, bool isRight = false)
    {
        width = Math.Max(width, CellWidth.Of(text));
        var blanks = new string(' ', width - CellWidth.Of(text));
        return isRight ? blanks + text : text + blanks;
    }
}
