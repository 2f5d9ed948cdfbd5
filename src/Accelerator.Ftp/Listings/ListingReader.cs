using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// Parses the bytes of a listing into entries, one by one. The first line with a recognizable form determines the form of LIST for all
/// others. Lines that do not fit it are counted, because such a listing has unknown entries. A line whose name or time depends on other
/// lines waits for them, at the latest until the end, and the lines behind it wait too.
/// </summary>
internal sealed class ListingReader : IDisposable
{
    // Lines beyond this are read with the evidence of the earlier ones.
    private const int MostWaiting = 100_000;
    private const int MostWaitingBytes = 16 << 20;

    // PATH_MAX of Linux.
    private const int MostTargetBytes = 4096;

    // Far more than any server writes (VMS: 24).
    private const int MostFactBytes = 255;

    private const int MaxShown = 200;

    private const int MostRefusedTexts = 16;

    private readonly ListingCommand _command;
    private readonly Encoding _charset;
    private readonly long _maxLines;
    private readonly long _maxBytes;
    private readonly ILineParser[] _candidates;
    private readonly ListingEvidence _evidence;
    private readonly ReadOnlyMemory<byte> _folder;
    private readonly ListingLines _lines = new();
    private readonly Queue<byte[]> _waiting = new();
    private readonly RepeatedText _permissions = new();
    private readonly List<string> _refusedTexts = [];
    private ILineParser? _parser;
    private byte[]? _begun;
    private ListingEntry? _newest;
    private int _newestVersion;
    private bool _wasBlank = true;
    private bool _isBelow;
    private bool _isHeadOpen;
    private long _waitingBytes;
    private long _read;
    private bool _isOver;
    private bool _hasLines;
    private bool _hasDotNames;
    private long _listed;
    private long _own;
    private long _entries;
    private long _unread;
    private string? _firstUnread;
    private long _refused;
    private string? _firstRefused;
    private long _uncertain;
    private string? _firstUncertain;
    private string? _folderUnique;

    /// <param name="command">The command that was sent.</param>
    /// <param name="charset">The session's charset, for names that are not UTF-8.</param>
    /// <param name="now">The current time, to infer omitted years.</param>
    /// <param name="maxLines">Lines, of any kind, after which the listing is cut off.</param>
    /// <param name="maxBytes">Bytes of text after which it is cut off.</param>
    /// <param name="folder">The folder as it was requested; empty for the current one. Some servers write it in front of each name.</param>
    /// <param name="datesDayFirst">Whether dates begin with the day, as determined by an earlier listing of the server; null if
    /// undetermined.</param>
    public ListingReader(
        ListingCommand command, Encoding charset, DateTimeOffset now, long maxLines, long maxBytes, ReadOnlyMemory<byte> folder = default,
        bool? datesDayFirst = null)
    {
        _command = command;
        _charset = charset;
        _maxLines = maxLines;
        _maxBytes = maxBytes;
        _folder = folder;
        _evidence = new ListingEvidence(datesDayFirst);
        _candidates = command switch
        {
            ListingCommand.Mlsd => [new MlsdParser()],
            ListingCommand.Nlst => [new NameListParser()],
            _ => FormsOfList(now),
        };
        if (_candidates.Length == 1) _parser = _candidates[0];
    }

    /// <summary>Whether the listing exceeded a limit.</summary>
    public bool IsCut { get; private set; }

    private bool IsTooLarge => _lines.Passed > _maxBytes;

    /// <summary>Returns all forms in which a server may answer LIST.</summary>
    /// <param name="now">The current time, to infer omitted years.</param>
    public static ILineParser[] FormsOfList(DateTimeOffset now) =>
    [
        new UnixListParser(now), new DosListParser(now), new EplfParser(), new VmsListParser(now), new Os400ListParser(now),
        new MvsListParser(now),
        new NonStopListParser(now), new VmListParser(now), new Os2ListParser(now),
        new NameFirstListParser(now), new SizeFirstListParser(), new Gcos8ListParser(now), new Tops20ListParser(now), new DlsListParser(),
    ];

    /// <summary>Free buffer space for the next bytes; not empty after <see cref="TryRead"/> has asked for more.</summary>
    public Memory<byte> Free => _lines.Free;

    /// <summary>Records that this many bytes were written to <see cref="Free"/>.</summary>
    public void Arrived(int count) => _lines.Arrived(count);

    /// <summary>Marks the end of the data.</summary>
    public void End()
    {
        _isOver = true;
        _lines.End();
    }

    /// <summary>Returns the next entry of the received data.</summary>
    /// <returns>False if more bytes are needed, all has been read, or the listing is cut off.</returns>
    public bool TryRead([NotNullWhen(true)] out ListingEntry? entry)
    {
        while (true)
        {
            if (TryTakeWaiting(out entry)) return true;
            if (IsCut || !_lines.TryRead(out var line, out var isTooLong)) break;
            IsCut = ++_read > _maxLines || IsTooLarge;
            entry = IsCut ? null : isTooLong ? TakeTooLong() : Take(line);
            if (entry is not null) return true;
        }
        // An endless line is cut off too.
        IsCut |= _read + (_lines.PassedOver / ListingLines.MaxLineBytes) > _maxLines || IsTooLarge;
        if (!_isOver) return false;
        if (_begun is { } begun)
        {
            _begun = null;
            CountUnread(begun);
        }
        (entry, _newest) = (_newest, null);
        if (entry is not null) _entries++;
        return entry is not null;
    }

    /// <summary>Returns the result of the listing.</summary>
    /// <param name="what">The listing as messages show it.</param>
    /// <param name="reply">The server's final reply.</param>
    public ListingOutcome Sum(string what, FtpReply? reply) => new()
    {
        What = what,
        Command = _command,
        Form = _parser?.Form,
        Entries = _entries,
        Listed = _listed,
        OwnLines = _own,
        HasLines = _hasLines,
        UnreadLines = _unread,
        FirstUnread = _firstUnread,
        RefusedNames = _refused,
        FirstRefused = _firstRefused,
        RefusedTexts = _refusedTexts,
        UncertainNames = _uncertain,
        FirstUncertain = _firstUncertain,
        DatesDayFirst = _evidence.DatesDayFirst,
        // Only Unix servers hide them.
        ShowsDotNames = _hasDotNames || _parser?.Form is not (null or ListingForm.Unix or ListingForm.Names or ListingForm.Dls),
        FolderUnique = _folderUnique,
        IsCut = IsCut,
        ByteLimit = IsTooLarge ? _maxBytes : null,
        IsLastLineOpen = _lines.IsLastOpen,
        FinalReply = reply,
    };

    public void Dispose() => _lines.Dispose();

    private ListingEntry? TakeTooLong()
    {
        _hasLines = true;
        CountUnread("(a line of more than 16 KiB)"u8);
        return null;
    }

    private ListingEntry? Take(ReadOnlySpan<byte> line)
    {
        var followsBlank = _wasBlank;
        _wasBlank = LineFields.TrimEnd(line).IsEmpty;
        if (_wasBlank || _isBelow) return null;
        _hasLines = true;
        if (_begun is { } begun)
        {
            _begun = null;
            byte[] joined = [.. begun, (byte)' ', .. LineFields.TrimStart(line)];
            if (Interpret(joined, out var whole) == LineMeaning.Entry) return TakeEntry(joined, ref whole);
            CountUnread(begun);
        }
        switch (Interpret(line, out var parsed))
        {
            case LineMeaning.Entry:
                return TakeEntry(line, ref parsed);
            case LineMeaning.Own:
                _listed++;
                _own++;
                if (parsed.Kind == EntryKind.Folder) _folderUnique = Words(parsed.Unique);
                break;
            case LineMeaning.Continues:
                _begun = line.ToArray();
                break;
            case LineMeaning.Unread when followsBlank && line[^1] == ':' && _parser?.Form is null or ListingForm.Unix:
                // ls -R: the folder itself comes first, and the others follow.
                _isBelow = _listed + _waiting.Count > 0;
                break;
            case LineMeaning.Unread:
                CountUnread(line);
                break;
        }
        return null;
    }

    private ListingEntry? TakeEntry(ReadOnlySpan<byte> line, ref ParsedLine parsed)
    {
        if (_evidence.See(parsed)) _isHeadOpen = false;
        if (_waiting.Count == 0 && _evidence.Settles(parsed)) return Make(ref parsed);
        _waiting.Enqueue(line.ToArray());
        _waitingBytes += line.Length;
        return null;
    }

    private bool TryTakeWaiting([NotNullWhen(true)] out ListingEntry? entry)
    {
        entry = null;
        while (entry is null && _waiting.TryPeek(out var line))
        {
            var mustLeave = _isOver || _waiting.Count >= MostWaiting || _waitingBytes >= MostWaitingBytes;
            if (_isHeadOpen && !mustLeave) return false;
            Interpret(line, out var parsed);
            _isHeadOpen = !mustLeave && !_evidence.Settles(parsed);
            if (_isHeadOpen) return false;
            _waiting.Dequeue();
            _waitingBytes -= line.Length;
            entry = Make(ref parsed);
        }
        return entry is not null;
    }

    // A line that one parser reads as a heading may be an entry to another.
    private LineMeaning Interpret(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        if (_parser is not null)
            return _parser.Read(line, out parsed) is var settled and not LineMeaning.EntryOfForm ? settled : LineMeaning.Entry;
        var meaning = LineMeaning.Unread;
        foreach (var candidate in _candidates)
        {
            var its = candidate.Read(line, out parsed);
            if (its == LineMeaning.Heading) meaning = its;
            if (its is LineMeaning.Unread or LineMeaning.Heading or LineMeaning.EntryOfForm) continue;
            _parser = candidate;
            return its;
        }
        parsed = default;
        return meaning;
    }

    private ListingEntry? Make(ref ParsedLine parsed)
    {
        var isUncertain = _evidence.Apply(ref parsed);
        var bare = WithoutFolder(parsed.Name);
        // Such a line costs a hostile server little and the client much: its name would be kept several times, in 2 bytes a character.
        if (EntryName.IsTooLong(bare, _charset) || parsed.Target.Length > MostTargetBytes
            || Math.Max(parsed.Permissions.Length, parsed.Unique.Length) > MostFactBytes)
        {
            CountUnread(parsed.Name, "(too long for a file) ");
            return null;
        }
        _listed++;
        _hasDotNames |= parsed.Name is [(byte)'.', ..];
        if (EntryName.IsDots(parsed.Name) && parsed.Kind != EntryKind.File)
        {
            _own++;
            return null;
        }
        if (!EntryName.TryMake(bare, _charset,
            _parser?.Form is ListingForm.Facts or ListingForm.Unix or ListingForm.Eplf, out var name))
        {
            _refused++;
            _firstRefused ??= Shown(parsed.Name);
            if (_refusedTexts.Count < MostRefusedTexts)
                _refusedTexts.Add(FtpCharsets.ForName(parsed.Name, _charset).GetString(parsed.Name));
            return null;
        }
        if (isUncertain)
        {
            _uncertain++;
            _firstUncertain ??= Shown(parsed.Name);
        }
        var entry = new ListingEntry
        {
            Name = name,
            Kind = parsed.Kind,
            Size = parsed.Size,
            Time = parsed.Time,
            Target = parsed.Target.IsEmpty || parsed.Target.IndexOfAny("\r\n\0"u8) >= 0
                ? null : FtpPath.FromBytes(parsed.Target, FtpCharsets.ForName(parsed.Target, _charset)),
            Permissions = _permissions.Of(parsed.Permissions),
            Unique = parsed.Kind is EntryKind.Folder or EntryKind.Link ? Words(parsed.Unique) : null,
        };
        if (_parser?.Form is ListingForm.Vms or ListingForm.Tops20) return TakeVersion(entry, parsed.Version);
        _entries++;
        return entry;
    }

    // Versions of one file are adjacent, with the newest first or last. Returns the previous entry once its versions are complete.
    private ListingEntry? TakeVersion(ListingEntry entry, int version)
    {
        if (_newest is { } newest && newest.Name.Equals(entry.Name))
        {
            if (version > _newestVersion) (_newest, _newestVersion) = (entry, version);
            return null;
        }
        var before = _newest;
        (_newest, _newestVersion) = (entry, version);
        if (before is not null) _entries++;
        return before;
    }

    // "/data/pub/a.nc" in a listing of /data/pub.
    private ReadOnlySpan<byte> WithoutFolder(ReadOnlySpan<byte> name)
    {
        var slash = name.LastIndexOf((byte)'/');
        return slash >= 0 && name[0] == '/' && _folder.Span is [(byte)'/', ..]
            && name[..slash].SequenceEqual(_folder.Span.TrimEnd((byte)'/')) ? name[(slash + 1)..] : name;
    }

    private void CountUnread(ReadOnlySpan<byte> line, string why = "")
    {
        _unread++;
        _firstUnread ??= why + Shown(line);
    }

    private static string? Words(ReadOnlySpan<byte> text) => text.IsEmpty ? null : SafeText.Escape(Encoding.Latin1.GetString(text));

    private string Shown(ReadOnlySpan<byte> bytes)
    {
        var cut = bytes.Length > MaxShown;
        if (cut) bytes = bytes[..MaxShown];
        return SafeText.Escape(FtpCharsets.ForName(bytes, _charset).GetString(bytes)) + (cut ? "…" : "");
    }
}
