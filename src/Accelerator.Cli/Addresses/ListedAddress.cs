using System.Text;
using Accelerator.Cli.Configuration;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>An address as given, before it is parsed.</summary>
/// <param name="Text">The address.</param>
/// <param name="Name">The local name from the second column of the list, or null.</param>
/// <param name="Where">The location of the address, for messages: empty, or <c>list.txt, line 3: </c>.</param>
internal sealed record ListedAddress(string Text, string? Name, string Where)
{
    private static readonly string[] Schemes = [.. Enum.GetValues<FtpSecurity>().Select(FtpEndpoint.SchemeOf)];
    private static readonly string[] BrokenEnds = [":/", "//"];

    /// <summary>Parses the address.</summary>
    /// <param name="wanted">The options whose protection takes precedence over the scheme.</param>
    /// <param name="charset">The charset of names on the server; it does not affect the host name.</param>
    /// <exception cref="UsageException">The text is not an address.</exception>
    public FtpUrl Read(TransferOptions wanted, Encoding charset) =>
        FtpUrl.TryParse(WithScheme(wanted), charset, out var url, out var problem) ? url : throw Refusal(problem);

    /// <summary>Returns the address as a URL if it begins with the name of a configured server; otherwise itself.</summary>
    /// <param name="configuration">The configured servers.</param>
    /// <param name="withUser">Whether the URL has the user of the server.</param>
    /// <exception cref="UsageException">No server has the name, or the colon after it is missing.</exception>
    public ListedAddress Expand(UserConfiguration configuration, bool withUser = true)
    {
        if (configuration.Find(Text) is (var server, var path)) return this with { Text = server.UrlOf(path, withUser) };
        if (Text.Split('/') is [var first, .. var rest] && configuration.Servers.ContainsKey(first))
        {
            var meant = $"{first}:{string.Join('/', rest)}";
            throw new UsageException($"{Where}\"{AddressMask.HideBare(Text)}\" has no colon after the name of the server: write {meant}.")
            {
                Correction = (Text, [meant]),
            };
        }
        if (!ServerName.TrySplit(Text, out var name, out _)) return this;
        // A host and a port, or a mistyped name and a folder such as 2026.
        if (Corrected(Text) is not { } corrected) throw configuration.Unknown(name, Where);
        return configuration.Nearest(name) is { } nearest
            ? throw new UsageException($"{Where}\"{AddressMask.HideBare(Text)}\" has no scheme: write {AddressMask.Hide(corrected)}; "
                + $"or did you mean the server \"{nearest}:\"?")
            : this;
    }

    /// <summary>Returns the refusal of a text that is not an address; it corrects an address without a scheme.</summary>
    public UsageException Refusal(string problem)
    {
        return Corrected(Text) is { } corrected
            ? new UsageException($"{Where}\"{AddressMask.HideBare(Text)}\" has no scheme: write {AddressMask.Hide(corrected)}.")
            {
                Correction = (Text, [corrected]),
            }
            : new UsageException(Where + problem);
    }

    /// <summary>
    /// Returns the address that a text without a scheme, or with a broken one (<c>ftp:/host</c>, <c>ftp//host</c>), probably means; null if
    /// it is not an address then either, or if a password in it would be displayed.
    /// </summary>
    public static string? Corrected(string text)
    {
        // "lab:" is a name of a server, and no host with an empty port.
        if (text.Contains("://", StringComparison.Ordinal) || text.EndsWith(':')) return null;
        var scheme = Schemes.FirstOrDefault(name => BrokenEnds.Any(end => text.StartsWith(name + end, StringComparison.OrdinalIgnoreCase)));
        var bare = scheme is null ? text : text[scheme.Length..].TrimStart(':', '/');
        var address = $"{scheme ?? "ftp"}://{bare}";
        var isHidden = AddressMask.Hide(address).EndsWith("://" + AddressMask.HideBare(bare), StringComparison.Ordinal);
        return isHidden && FtpUrl.TryParse(address, FtpCharsets.Utf8, out _, out _) ? address : null;
    }

    /// <summary>The pattern in the path; null if there is none.</summary>
    /// <param name="url">The parsed address.</param>
    /// <param name="charset">The charset of names on the server.</param>
    /// <exception cref="UsageException">The pattern is invalid.</exception>
    public RemotePattern? ReadPattern(FtpUrl url, Encoding charset)
    {
        try
        {
            return RemotePattern.Parse(url.WrittenPath, charset);
        }
        catch (FormatException e)
        {
            throw new UsageException(Where + e.Message);
        }
    }

    // Replacing the scheme, not the endpoint, gives an address without a port the correct default port.
    private string WithScheme(TransferOptions wanted)
    {
        var end = Text.IndexOf("://", StringComparison.Ordinal);
        var scheme = end < 0 ? "" : Text[..end].ToLowerInvariant();
        var demanded = wanted is { RequireTls: true, Tls: null } && scheme == "ftp" ? FtpSecurity.Explicit : wanted.Tls;
        if (demanded is not { } security || !Schemes.Contains(scheme)) return Text;
        return FtpEndpoint.SchemeOf(security) + Text[end..];
    }
}
