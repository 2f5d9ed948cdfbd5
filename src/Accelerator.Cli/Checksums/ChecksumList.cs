using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Checksums;

/// <summary>A list of checksums that was read completely: every line was understood.</summary>
internal sealed class ChecksumList
{
    /// <summary>The maximum length in bytes: some 150,000 files.</summary>
    public const int MostBytes = 16 << 20;

    private const int LongestShown = 60;
    private const string SignedText = "-----BEGIN PGP SIGNED MESSAGE-----";
    private const string Signature = "-----BEGIN PGP SIGNATURE-----";

    private readonly Dictionary<string, List<GivenDigest>> _digests = [];
    private readonly string _name;
    private string? _unsupported;

    private ChecksumList(string name) => _name = name;

    /// <summary>The digests of each name: one or several of different algorithms.</summary>
    public IReadOnlyDictionary<string, List<GivenDigest>> Digests => _digests;

    /// <summary>Reads a list.</summary>
    /// <param name="content">Its bytes.</param>
    /// <param name="name">Its name for messages.</param>
    /// <param name="charset">The charset of lines that are not UTF-8.</param>
    /// <exception cref="UsageException">A line is no checksum, its name cannot be used, or two lines contradict each other.</exception>
    public static ChecksumList Read(byte[] content, string name, Encoding charset)
    {
        var list = new ChecksumList(name);
        var (number, isHead, isSignature) = (0, false, false);
        foreach (var line in LinesOf(content, charset))
        {
            number++;
            // The signature itself is not verified here: gpg does that.
            if (line == SignedText) isHead = true;
            else if (line == Signature) isSignature = true;
            else if (isHead) isHead = line.Length > 0;
            else if (!isSignature && line.AsSpan().TrimStart(" \t") is [not '#', ..]) list.Add(line, number);
        }
        if (list._digests.Count > 0) return list;
        throw new UsageException(list._unsupported is { } algorithm
            ? $"{name} has only checksums of {SafeText.Escape(Shortened(algorithm))}; supported are MD5, SHA-1, SHA-256 and SHA-512."
            : $"{name} has no checksum: check whether it is the right file.");
    }

    /// <summary>
    /// Returns the digest of a file: of the longest name that its path ends with, and of several algorithms the strongest.
    /// </summary>
    /// <param name="path">The path, with slashes.</param>
    /// <returns>Null if the list does not name it.</returns>
    public GivenDigest? Find(string path)
    {
        for (var start = 0; ;)
        {
            if (At(path[start..]) is { } digest) return digest;
            var slash = path.IndexOf('/', start);
            if (slash < 0) return null;
            start = slash + 1;
        }
    }

    /// <summary>Returns the digest of a name, of several algorithms the strongest; null if the list does not have it.</summary>
    public GivenDigest? At(string name) => _digests.TryGetValue(name, out var digests) ? digests.MaxBy(digest => digest.Kind) : null;

    private void Add(string text, int number)
    {
        var where = $"{_name}, line {number}: ";
        if (ChecksumLine.Read(text, out var problem) is not { } line)
            throw new UsageException($"{where}\"{SafeText.Escape(Shortened(text))}\" {problem}.");
        if (line.Digest is not { } digest)
        {
            _unsupported ??= line.Algorithm;
            return;
        }
        if (!_digests.TryGetValue(line.Name, out var digests)) _digests[line.Name] = digests = [];
        var known = digests.Find(one => one.Kind == digest.Kind);
        if (known is null) digests.Add(digest with { List = _name });
        else if (known.Value != digest.Value)
            throw new UsageException($"{where}\"{SafeText.Escape(line.Name)}\" has two different digests of one algorithm: remove one.");
    }

    // Windows PowerShell 5 redirects into UTF-16.
    private static IEnumerable<string> LinesOf(byte[] content, Encoding charset)
    {
        if (content is [0xFF, 0xFE, ..] or [0xFE, 0xFF, ..])
        {
            var text = (content[0] == 0xFF ? Encoding.Unicode : Encoding.BigEndianUnicode).GetString(content, 2, content.Length - 2);
            foreach (var line in text.Split('\n')) yield return line.TrimEnd('\r');
            yield break;
        }
        for (var start = content is [0xEF, 0xBB, 0xBF, ..] ? 3 : 0; start < content.Length;)
        {
            var length = Array.IndexOf(content, (byte)'\n', start) is var end and >= 0 ? end - start : content.Length - start;
            yield return Decoded(content.AsSpan(start, length).TrimEnd((byte)'\r'), charset);
            start += length + 1;
        }
    }

    private static string Decoded(ReadOnlySpan<byte> line, Encoding charset) => FtpCharsets.ForName(line, charset).GetString(line);

    private static string Shortened(string text) => text.Length <= LongestShown ? text : text[..LongestShown] + "...";
}
