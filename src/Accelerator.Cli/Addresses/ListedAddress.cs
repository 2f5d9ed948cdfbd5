using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>An address as it was given, before it is read.</summary>
/// <param name="Text">The address.</param>
/// <param name="Name">Local name from the list's second column, or null.</param>
/// <param name="Where">Where it stands, for messages: empty, or <c>list.txt, line 3: </c>.</param>
internal sealed record ListedAddress(string Text, string? Name, string Where)
{
    /// <summary>Reads it.</summary>
    /// <param name="wanted">The protection that goes before its scheme.</param>
    /// <param name="charset">That of names on the server; it makes no difference to the server's own name.</param>
    /// <exception cref="UsageException">It is no address.</exception>
    public FtpUrl Read(TransferOptions wanted, Encoding charset) =>
        FtpUrl.TryParse(WithScheme(wanted), charset, out var url, out var problem) ? url : throw new UsageException(Where + problem);

    /// <summary>The pattern in its path; null where there is none.</summary>
    /// <param name="url">The address, read.</param>
    /// <param name="charset">That of names on the server.</param>
    /// <exception cref="UsageException">It is no pattern.</exception>
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

    // Replacing the scheme, not the endpoint, gives an address without a port the right default one.
    private string WithScheme(TransferOptions wanted)
    {
        var end = Text.IndexOf("://", StringComparison.Ordinal);
        var scheme = end < 0 ? "" : Text[..end].ToLowerInvariant();
        var demanded = wanted is { RequireTls: true, Tls: null } && scheme == "ftp" ? FtpSecurity.Explicit : wanted.Tls;
        if (demanded is not { } security || scheme is not ("ftp" or "ftps" or "ftpes")) return Text;
        return security switch { FtpSecurity.Explicit => "ftpes", FtpSecurity.Implicit => "ftps", _ => "ftp" } + Text[end..];
    }
}
