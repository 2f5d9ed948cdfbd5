using Accelerator.Ftp;
using Accelerator.Ftp.Listings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.ReadAhead;

/// <summary>Reads the files' names from a listing that passes through to a client.</summary>
internal sealed class ListingTee : IDisposable
{
    /// <summary>A folder with more files is fetched ahead up to this number; some 200 bytes each.</summary>
    public const int Most = 50_000;

    // 50,000 lines of 320 bytes.
    private const int MostBytes = 16 << 20;

    private readonly FtpPath _folder;
    private readonly ListingReader _reader;
    private readonly List<FtpPath> _files = [];

    private ListingTee(FtpPath folder, ListingReader reader) => (_folder, _reader) = (folder, reader);

    /// <summary>Begins to read a listing.</summary>
    /// <param name="verb">LIST, NLST or MLSD.</param>
    /// <param name="argument">Its argument as the client wrote it.</param>
    /// <param name="server">The server as the client sees it.</param>
    /// <param name="now">The current time.</param>
    /// <returns>Null if the listing's folder is not known.</returns>
    public static ListingTee? For(string verb, string argument, UpstreamSession server, DateTimeOffset now)
    {
        // Options such as -a come first, and are the server's own.
        var words = argument.Split(' ').SkipWhile(word => word.StartsWith('-') || word.Length == 0);
        var named = string.Join(' ', words);
        // A pattern's matches are in the client's folder, or have a slash: such a name is left out.
        var isHere = named is "" or "." || named.AsSpan().ContainsAny('*', '?', '[');
        if ((isHere ? server.Folder : server.Resolve(named)) is not { } folder) return null;
        var command = verb switch { "MLSD" => ListingCommand.Mlsd, "NLST" => ListingCommand.Nlst, _ => ListingCommand.List };
        return new ListingTee(
            folder, new ListingReader(command, server.Login.Server.Request.Charset, now, Most, MostBytes, folder.Bytes));
    }

    /// <summary>Reads the next bytes.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty && !_reader.IsCut)
        {
            var free = _reader.Free.Span;
            var count = Math.Min(free.Length, bytes.Length);
            bytes[..count].CopyTo(free);
            _reader.Arrived(count);
            bytes = bytes[count..];
            Take();
        }
    }

    /// <summary>Reads what waits for the end.</summary>
    /// <returns>The paths of the files and links, in the listing's order. A name that would lead out of the folder is left out.</returns>
    public IReadOnlyList<FtpPath> End()
    {
        _reader.End();
        Take();
        return _files;
    }

    /// <inheritdoc/>
    public void Dispose() => _reader.Dispose();

    private void Take()
    {
        while (_reader.TryRead(out var entry))
        {
            if (entry.Kind != EntryKind.Folder) _files.Add(_folder.Child(entry.Name));
        }
    }
}
