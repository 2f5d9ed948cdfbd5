using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using Accelerator.Engine.Storage;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// The record as a <see cref="SealedText"/>: a line that names the server and its folder, one for each folder (it begins with a slash),
/// followed by one for each of its files. A file's fields, separated by tabs: bytes, local last write, time in the listing with D, M, S or
/// F for its precision and Z where it is UTC, MDTM, time of the check, and its name.
/// </summary>
internal static class MirrorRecordFormat
{
    private const string Exact = "yyyyMMddHHmmssfffffff";
    private const string Whole = "yyyyMMddHHmmss";
    private const string Nothing = "-";
    private const string Precisions = "DMSF";
    private const int UsualLine = 120;

    private static readonly SealedText Frame = new("ftpx-mirror", 1, "is not a record of a mirror");

    /// <summary>Writes the record.</summary>
    /// <param name="record">The record.</param>
    /// <param name="site">The server and its folder; one line.</param>
    public static ReadOnlyMemory<byte> Write(MirrorRecord record, string site)
    {
        // A buffer that doubles needs three times the memory of a long record.
        var buffer = new ArrayBufferWriter<byte>((1 << 16) + (UsualLine * record.Folders.Values.Sum(static files => files.Count)));
        Frame.Begin(buffer);
        Put(buffer, $"{site}\n");
        foreach (var (folder, files) in record.Folders)
        {
            if (files.Count > 0) Put(buffer, $"/{folder}\n");
            foreach (var (name, entry) in files) Put(buffer, entry, name);
        }
        SealedText.Seal(buffer);
        return buffer.WrittenMemory;
    }

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    /// <param name="content">The complete file.</param>
    /// <param name="site">The server and folder that its files must belong to.</param>
    /// <param name="rules">How local names are compared.</param>
    /// <param name="record">The record, when it is complete and of that folder.</param>
    /// <param name="problem">Otherwise the error, as the rest of a sentence that begins with "it".</param>
    public static bool TryRead(ReadOnlySpan<byte> content, string site, NameRules rules, [NotNullWhen(true)] out MirrorRecord? record,
        [NotNullWhen(false)] out string? problem)
    {
        record = null;
        problem = Frame.Problem(content);
        if (problem is not null) return false;
        var lines = new LineReader(content[Frame.Body]);
        // Without files it only marks the folder as one of a mirror.
        if (!lines.Next().SequenceEqual(site) && !lines.IsAtEnd)
        {
            problem = "is of another folder or another server";
            return false;
        }
        var read = new MirrorRecord(rules);
        var folder = "";
        while (!lines.IsAtEnd)
        {
            var line = lines.Next();
            if (line is ['/', .. var path]) folder = path.ToString();
            else if (!TryReadFile(line, folder, read)) problem = "has an invalid line";
        }
        if (problem is not null) return false;
        read.NoteSaved();
        record = read;
        return true;
    }

    private static void Put(ArrayBufferWriter<byte> to, string text)
    {
        var length = Encoding.UTF8.GetByteCount(text);
        to.Advance(Encoding.UTF8.GetBytes(text, to.GetSpan(length)));
    }

    private static void Put(ArrayBufferWriter<byte> to, in MirrorRecordEntry entry, string name)
    {
        const int LongestFixed = 160;
        var room = to.GetSpan(LongestFixed + Encoding.UTF8.GetMaxByteCount((entry.Modified?.Length ?? 0) + name.Length));
        var at = 0;
        entry.Size.TryFormat(room, out at, default, CultureInfo.InvariantCulture);
        room[at++] = (byte)'\t';
        Put(room, ref at, entry.LocalModifiedUtc, Exact);
        if (entry.Time is { } time)
        {
            Put(room, ref at, time.Clock, Exact);
            at--;
            room[at++] = (byte)Precisions[(int)time.Precision];
            if (time.IsUtc) room[at++] = (byte)'Z';
        }
        else
        {
            room[at++] = (byte)Nothing[0];
        }
        room[at++] = (byte)'\t';
        at += Encoding.UTF8.GetBytes(entry.Modified ?? Nothing, room[at..]);
        room[at++] = (byte)'\t';
        Put(room, ref at, entry.CheckedUtc, Whole);
        at += Encoding.UTF8.GetBytes(name, room[at..]);
        room[at++] = (byte)'\n';
        to.Advance(at);
    }

    private static void Put(Span<byte> room, ref int at, DateTime time, string format)
    {
        time.TryFormat(room[at..], out var length, format, CultureInfo.InvariantCulture);
        at += length;
        room[at++] = (byte)'\t';
    }

    private static bool TryReadFile(ReadOnlySpan<char> line, string folder, MirrorRecord record)
    {
        Span<Range> fields = stackalloc Range[6];
        if (line.Split(fields, '\t') != 6) return false;
        if (!long.TryParse(line[fields[0]], NumberStyles.None, CultureInfo.InvariantCulture, out var size)) return false;
        if (!TryReadTime(line[fields[1]], Exact, out var local) || !TryReadTime(line[fields[4]], Whole, out var looked)) return false;
        if (!TryReadListed(line[fields[2]], out var listed)) return false;
        var modified = line[fields[3]];
        var name = line[fields[5]];
        if (modified.IsEmpty || name.IsEmpty) return false;
        record.Set(folder, name.ToString(),
            new MirrorRecordEntry(size, local, listed, modified.SequenceEqual(Nothing) ? null : modified.ToString(), looked));
        return true;
    }

    private static bool TryReadListed(ReadOnlySpan<char> text, out ListingTime? time)
    {
        time = null;
        if (text.SequenceEqual(Nothing)) return true;
        var isUtc = text is [.., 'Z'];
        if (isUtc) text = text[..^1];
        if (text.Length != Exact.Length + 1 || Precisions.IndexOf(text[^1]) is not (>= 0 and var precision)
            || !TryReadTime(text[..^1], Exact, out var clock))
            return false;
        time = isUtc ? ListingTime.Utc(clock, (TimePrecision)precision) : ListingTime.Local(clock, (TimePrecision)precision);
        return true;
    }

    private static bool TryReadTime(ReadOnlySpan<char> text, string format, out DateTime time) =>
        DateTime.TryParseExact(text, format, CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out time);

    // Line by line in one buffer: a record of a hundred thousand files is many megabytes.
    private ref struct LineReader(ReadOnlySpan<byte> rest)
    {
        private ReadOnlySpan<byte> _rest = rest;
        private char[] _line = new char[512];

        public readonly bool IsAtEnd => _rest.IsEmpty;

        public ReadOnlySpan<char> Next()
        {
            var end = _rest.IndexOf((byte)'\n');
            var bytes = end < 0 ? _rest : _rest[..end];
            _rest = end < 0 ? [] : _rest[(end + 1)..];
            if (bytes.Length > _line.Length) _line = new char[bytes.Length * 2];
            return _line.AsSpan(0, Encoding.UTF8.GetChars(bytes, _line));
        }
    }
}
