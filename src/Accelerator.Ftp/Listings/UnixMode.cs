using System.Buffers;

namespace Accelerator.Ftp.Listings;

/// <summary>The first column of a Unix listing: type and permissions.</summary>
internal static class UnixMode
{
    private const int Whole = 10;

    private static readonly SearchValues<byte> Letters = SearchValues.Create("rwxsStTlL-?*"u8);

    private static readonly SearchValues<byte> NetWareLetters = SearchValues.Create("RWCEAFMSZ-"u8);

    private static readonly SearchValues<byte> BatchLetters = SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZ-"u8);

    private static ReadOnlySpan<byte> Types => "-dlbcpsDnPw?"u8;

    /// <summary>
    /// <c>-rw-r--r--</c>; optionally followed by <c>+</c> (access lists), <c>.</c> (SELinux) or <c>@</c> (macOS), and perhaps then by the
    /// number of links; or with six permission letters; or nine letters and no type. Letters are <c>?</c> or <c>*</c> if the server has no
    /// access.
    /// </summary>
    public static bool TryRead(ReadOnlySpan<byte> word, out EntryKind kind, out ReadOnlySpan<byte> permissions)
    {
        permissions = word;
        kind = EntryKind.Unknown;
        if (word.Length == 9 && word.IndexOfAnyExcept(Letters) < 0 && IsTriplet(word) && IsTriplet(word[3..]) && IsTriplet(word[6..]))
            return true;
        if (IsOfBatches(word))
        {
            kind = EntryKind.File;
            return true;
        }
        if (word.Length < 7 || !Types.Contains(word[0])) return false;
        kind = KindOf(word[0]);
        if (word.Length == 7) return word[1..].IndexOfAnyExcept(Letters) < 0;
        if (word.Length < Whole || word[1..Whole].IndexOfAnyExcept(Letters) >= 0) return false;

        var sign = word[Whole..].IndexOfAnyExcept("+.@"u8) is >= 0 and var end ? end : word.Length - Whole;
        permissions = word[..(Whole + sign)];
        var links = word[(Whole + sign)..];
        return sign <= 2 && (links.IsEmpty || (sign > 0 && AsciiNumber.TryRead(links, 9, out _)));
    }

    /// <summary><c>d [RWCEAFMS]</c> or, on NetWare 3, <c>d[RWCEMFA]</c>.</summary>
    /// <param name="line">The line.</param>
    /// <param name="fields">Its words.</param>
    /// <param name="kind">The kind of entry.</param>
    /// <param name="permissions">The permissions with their brackets.</param>
    /// <param name="next">The index of the word after them; 1 if there are none.</param>
    public static bool TryNetWare(
        ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, out EntryKind kind, out ReadOnlySpan<byte> permissions, out int next)
    {
        var word = line[fields[0]];
        next = word.Length == 1 ? 2 : 1;
        kind = KindOf(word[0]);
        permissions = word.Length == 1 ? line[fields[1]] : word[1..];
        var isNetWare = word[0] is (byte)'-' or (byte)'d' && permissions is [(byte)'[', .. var rights, (byte)']']
            && rights.IndexOfAnyExcept(NetWareLetters) < 0;
        if (!isNetWare) next = 1;
        return isNetWare;
    }

    /// <summary><c>0100644</c>: octal, type and permissions.</summary>
    public static bool IsNumber(ReadOnlySpan<byte> word) =>
        word.Length is 6 or 7 && word.IndexOfAnyExceptInRange((byte)'0', (byte)'7') < 0
            && word[..^4] is [(byte)'0', ..] or [(byte)'1', ..] or [(byte)'4', ..];

    /// <summary>Returns the type encoded in such a number.</summary>
    public static EntryKind KindOfNumber(ReadOnlySpan<byte> word) => AsciiNumber.Read(word[..^4]) switch
    {
        10 => EntryKind.File,
        4 => EntryKind.Folder,
        12 => EntryKind.Link,
        _ => EntryKind.Other,
    };

    // "-C--E-----FTP", "-ART------TCP": Connect:Enterprise shows by letters the status of a batch, and how it was received.
    private static bool IsOfBatches(ReadOnlySpan<byte> word) =>
        word.Length == Whole + 3 && word[0] == '-' && word[1..Whole].IndexOfAnyExcept(BatchLetters) < 0
            && word[Whole..].IndexOfAnyExceptInRange((byte)'A', (byte)'Z') < 0;

    private static bool IsTriplet(ReadOnlySpan<byte> rights) =>
        rights[0] is (byte)'r' or (byte)'-' or (byte)'?' && rights[1] is (byte)'w' or (byte)'-' or (byte)'?';

    private static EntryKind KindOf(byte type) => type switch
    {
        (byte)'-' => EntryKind.File,
        (byte)'d' => EntryKind.Folder,
        (byte)'l' => EntryKind.Link,
        (byte)'?' => EntryKind.Unknown,
        _ => EntryKind.Other,
    };
}
