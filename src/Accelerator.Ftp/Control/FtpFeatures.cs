namespace Accelerator.Ftp.Control;

/// <summary>
/// The features a server lists in its FEAT reply (RFC 2389). FEAT over- and under-reports, so each feature is tried before it is relied on.
/// </summary>
public sealed class FtpFeatures
{
    private static readonly string[] HashOrder = ["XSHA256", "XSHA512", "XSHA1", "XMD5", "XCRC"];

    private readonly Dictionary<string, string> _features;

    private FtpFeatures(Dictionary<string, string> features) => _features = features;

    /// <summary>The empty feature list, for a server that refuses FEAT.</summary>
    public static FtpFeatures None { get; } = new([]);

    /// <summary>Reads a 211 reply; any other reply gives <see cref="None"/>.</summary>
    public static FtpFeatures Read(FtpReply reply)
    {
        if (reply.Code != 211 || reply.Lines.Count < 2) return None;

        var features = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var line in reply.Lines.Skip(1).SkipLast(1))
        {
            var text = line.Trim();
            var space = text.IndexOf(' ');
            if (text.Length > 0) features.TryAdd(space < 0 ? text : text[..space], space < 0 ? "" : text[(space + 1)..].Trim());
        }
        return new FtpFeatures(features);
    }

    /// <summary>The feature names in the server's own text: not safe to print unescaped.</summary>
    public IReadOnlyCollection<string> Names => _features.Keys;

    /// <summary>Whether a feature is listed.</summary>
    public bool Has(string name) => _features.ContainsKey(name);

    /// <summary>A feature's parameters as written, or null when it is not listed.</summary>
    public string? Parameters(string name) => _features.GetValueOrDefault(name);

    /// <summary>RANG STREAM (draft-bryan-ftp-range): ranges with an end. Offered by ProFTPD.</summary>
    public bool HasRang => Parameters("RANG")?.Contains("STREAM", StringComparison.OrdinalIgnoreCase) == true;

    /// <summary>MLSD: RFC 3659 lists it as MLST; some servers list it under its own name.</summary>
    public bool HasMlsd => Has("MLST") || Has("MLSD");

    /// <summary>
    /// Hash commands, strongest first: HASH (draft-ietf-ftpext2-hash) before the vendor commands XSHA256, XSHA512, XSHA1, XMD5, XCRC.
    /// </summary>
    public IReadOnlyList<string> Hashes => [.. (Has("HASH") ? ["HASH"] : Array.Empty<string>()), .. HashOrder.Where(Has)];
}
