namespace Accelerator.Soak.Tests;

/// <summary>All versions of one remote file. The length stays the same, so that only the time, or a hash, distinguishes versions.</summary>
internal sealed class SourceVersions
{
    private const int Patches = 8;
    private const int PatchBytes = 4096;
    private const long LeastPatched = 1 << 20;

    private readonly LoopbackServer _server;
    private readonly object _gate = new();
    private readonly List<SourceVersion> _versions = [];

    /// <summary>Puts the first version on the server.</summary>
    public SourceVersions(LoopbackServer server, string path, long length, ulong seed)
    {
        (_server, Path) = (server, path);
        var file = server.Files.AddSynthetic(path, length, (long)seed);
        _versions.Add(new SourceVersion(file.Content, TimeOf(file), 0, ContentDigest.Sha256(file.Content)));
    }

    public string Path { get; }

    public SourceVersion Now
    {
        get { lock (_gate) return _versions[^1]; }
    }

    /// <summary>Puts another version in the place of the last one.</summary>
    /// <param name="dice">
    /// Decides whether all bytes change or, in a long file, some kilobytes here and there, which no overlap check detects.
    /// </param>
    /// <param name="inPlace">Whether transfers in progress continue with the new bytes instead of the old ones.</param>
    /// <returns>What was done.</returns>
    public string Replace(Dice dice, bool inPlace)
    {
        lock (_gate)
        {
            var old = _versions[^1].Content;
            var isPatched = old.Length >= LeastPatched && dice.OneIn(2);
            var content = isPatched ? Patched(old, dice) : FileContent.Synthetic(old.Length, (long)dice.Next());
            var hash = ContentDigest.Sha256(content);
            // Take the time before the change and after the hash: a run that has begun by then may see either version.
            var moment = Stopwatch.GetTimestamp();
            if (inPlace) _server.Files.ReplaceInPlace(Path, content);
            else _server.Files.ReplaceByRename(Path, content);
            _versions.Add(new SourceVersion(content, TimeOf(_server.Files[Path]), moment, hash));
            return $"{Path} has {(isPatched ? "a few new bytes" : "new content")}, {(inPlace ? "in place" : "by a rename")}";
        }
    }

    /// <summary>The version that the server gave this time stamp, as MDTM tells it; null for none.</summary>
    public SourceVersion? WithTime(string? modified)
    {
        lock (_gate) return _versions.Find(version => version.Modified == modified);
    }

    /// <summary>
    /// Gets the version that a local file equals completely, the newest where several are equal, as empty ones are; null for none.
    /// </summary>
    public SourceVersion? WithHash(string sha256)
    {
        lock (_gate) return _versions.FindLast(version => version.Sha256 == sha256);
    }

    /// <summary>Returns whether the server had a version at some moment since then.</summary>
    public bool WasThere(SourceVersion version, long since)
    {
        lock (_gate)
        {
            var next = _versions.IndexOf(version) + 1;
            return next == _versions.Count || _versions[next].Since >= since;
        }
    }

    // Put a patch into each part of the file: a mixture of two versions equals neither.
    private static FileContent Patched(FileContent old, Dice dice)
    {
        var part = (int)(old.Length / Patches);
        var content = old;
        for (var i = 0; i < Patches; i++)
        {
            var start = (i * (long)part) + dice.Below(part - PatchBytes);
            content = content.WithFlatRegion(start, start + PatchBytes, (byte)dice.Next());
        }
        return content;
    }

    private static string TimeOf(LoopbackFile file) => file.ModifiedUtc.ToString("yyyyMMddHHmmss", CultureInfo.InvariantCulture);
}

/// <summary>One version of a remote file.</summary>
/// <param name="Modified">Its time stamp, as MDTM tells it.</param>
/// <param name="Since">Time stamp of the change that made it; 0 for the first.</param>
/// <param name="Sha256">In lower-case hex.</param>
internal sealed record SourceVersion(FileContent Content, string Modified, long Since, string Sha256);
