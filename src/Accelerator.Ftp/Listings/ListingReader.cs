using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// A listing's bytes in, its entries out, one by one. The form of LIST is what its first line that has a form says, and stays; lines that it
/// does not have are counted, because a listing with such lines has entries that nobody knows of.
/// </summary>
internal sealed class ListingReader : IDisposable
{
    private const int MaxShown = 200;

    private readonly ListingCommand _command;
    private readonly Encoding _charset;
    private readonly long _maxLines;
    private readonly ILineParser[] _candidates;
    private readonly ListingLines _lines = new();
    private readonly RepeatedText _permissions = new();
    private ILineParser? _parser;
    private byte[]? _begun;
    private FtpPath? _last;
    private long _read;
    private bool _isOver;
    private bool _hasLines;
    private bool _hasDotNames;
    private long _listed;
    private long _entries;
    private long _unread;
    private string? _firstUnread;
    private long _refused;
    private string? _firstRefused;
    private string? _folderUnique;

    /// <param name="command">What was asked.</param>
    /// <param name="charset">The session's charset, for names that are not UTF-8.</param>
    /// <param name="now">Tells years that are left out.</param>
    /// <param name="maxLines">Lines, of any kind, after which the listing is cut off.</param>
    public ListingReader(ListingCommand command, Encoding charset, DateTimeOffset now, long maxLines)
    {
        _command = command;
        _charset = charset;
        _maxLines = maxLines;
        _candidates = command switch
        {
            ListingCommand.Mlsd => [new MlsdParser()],
            ListingCommand.Nlst => [new NameListParser()],
            _ =>
            [
                new UnixListParser(now), new DosListParser(now), new EplfParser(), new VmsListParser(now), new Os400ListParser(now), new MvsListParser(now),
                new NonStopListParser(now),
            ],
        };
        if (_candidates.Length == 1) _parser = _candidates[0];
    }

    /// <summary>Whether there was more than the most lines.</summary>
    public bool IsCut { get; private set; }

    /// <summary>Room for what comes next; not empty where <see cref="TryRead"/> has said that it needs more.</summary>
    public Memory<byte> Free => _lines.Free;

    /// <summary>So many bytes were put into <see cref="Free"/>.</summary>
    public void Arrived(int count) => _lines.Arrived(count);

    /// <summary>No more will come.</summary>
    public void End()
    {
        _isOver = true;
        _lines.End();
    }

    /// <summary>The next entry of what has arrived.</summary>
    /// <returns>False when more bytes are needed, all has been read, or the listing is cut off.</returns>
    public bool TryRead([NotNullWhen(true)] out ListingEntry? entry)
    {
        while (!IsCut && _lines.TryRead(out var line, out var isTooLong))
        {
            IsCut = ++_read > _maxLines;
            entry = IsCut ? null : isTooLong ? TakeTooLong() : Take(line);
            if (entry is not null) return true;
        }
        entry = null;
        // An endless line is cut off too.
        IsCut |= _read + (_lines.PassedOver / ListingLines.MaxLineBytes) > _maxLines;
        if (_isOver && _begun is { } begun)
        {
            _begun = null;
            CountUnread(begun);
        }
        return false;
    }

    /// <summary>What it came to.</summary>
    /// <param name="what">The listing as messages name it.</param>
    /// <param name="reply">The server's last word.</param>
    public ListingOutcome Sum(string what, FtpReply? reply) => new()
    {
        What = what,
        Command = _command,
        Form = _parser?.Form,
        Entries = _entries,
        Listed = _listed,
        HasLines = _hasLines,
        UnreadLines = _unread,
        FirstUnread = _firstUnread,
        RefusedNames = _refused,
        FirstRefused = _firstRefused,
        // Hiding them is a habit of Unix alone.
        ShowsDotNames = _hasDotNames || _parser?.Form is not (null or ListingForm.Unix or ListingForm.Names),
        FolderUnique = _folderUnique,
        IsCut = IsCut,
        IsLastLineOpen = _lines.IsLastOpen,
        FinalReply = reply,
    };

    /// <inheritdoc/>
    public void Dispose() => _lines.Dispose();

    private ListingEntry? TakeTooLong()
    {
        _hasLines = true;
        CountUnread("(a line of more than 16 KiB)"u8);
        return null;
    }

    private ListingEntry? Take(ReadOnlySpan<byte> line)
    {
        if (LineFields.TrimEnd(line).IsEmpty) return null;
        _hasLines = true;
        if (_begun is { } begun)
        {
            _begun = null;
            byte[] joined = [.. begun, (byte)' ', .. LineFields.TrimStart(line)];
            if (Interpret(joined, out var whole) == LineMeaning.Entry) return Make(whole);
            CountUnread(begun);
        }
        switch (Interpret(line, out var parsed))
        {
            case LineMeaning.Entry:
                return Make(parsed);
            case LineMeaning.Own:
                _listed++;
                if (parsed.Kind == EntryKind.Folder) _folderUnique = Words(parsed.Unique);
                break;
            case LineMeaning.Continues:
                _begun = line.ToArray();
                break;
            case LineMeaning.Unread:
                CountUnread(line);
                break;
        }
        return null;
    }

    // What one parser takes for a heading, another may know as an entry.
    private LineMeaning Interpret(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        if (_parser is not null) return _parser.Read(line, out parsed);
        var meaning = LineMeaning.Unread;
        foreach (var candidate in _candidates)
        {
            var its = candidate.Read(line, out parsed);
            if (its == LineMeaning.Heading) meaning = its;
            if (its is LineMeaning.Unread or LineMeaning.Heading) continue;
            _parser = candidate;
            return its;
        }
        parsed = default;
        return meaning;
    }

    private ListingEntry? Make(in ParsedLine parsed)
    {
        _listed++;
        _hasDotNames |= parsed.Name is [(byte)'.', ..];
        if (EntryName.IsDots(parsed.Name) && parsed.Kind != EntryKind.File) return null;
        if (!EntryName.TryMake(parsed.Name, _charset, out var name))
        {
            _refused++;
            _firstRefused ??= Shown(parsed.Name);
            return null;
        }
        if (_parser?.Form == ListingForm.Vms)
        {
            // Versions of one file stand together, the newest first.
            if (name.Equals(_last)) return null;
            _last = name;
        }
        _entries++;
        return new ListingEntry
        {
            Name = name,
            Kind = parsed.Kind,
            Size = parsed.Size,
            Time = parsed.Time,
            Target = parsed.Target.IsEmpty || parsed.Target.IndexOfAny("\r\n\0"u8) >= 0 ? null : FtpPath.FromBytes(parsed.Target, FtpCharsets.ForName(parsed.Target, _charset)),
            Permissions = _permissions.Of(parsed.Permissions),
            Unique = parsed.Kind is EntryKind.Folder or EntryKind.Link ? Words(parsed.Unique) : null,
        };
    }

    private void CountUnread(ReadOnlySpan<byte> line)
    {
        _unread++;
        _firstUnread ??= Shown(line);
    }

    private static string? Words(ReadOnlySpan<byte> text) => text.IsEmpty ? null : SafeText.Escape(Encoding.Latin1.GetString(text));

    private string Shown(ReadOnlySpan<byte> bytes)
    {
        var cut = bytes.Length > MaxShown;
        if (cut) bytes = bytes[..MaxShown];
        return SafeText.Escape(FtpCharsets.ForName(bytes, _charset).GetString(bytes)) + (cut ? "…" : "");
    }
}
