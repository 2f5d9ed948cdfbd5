using Accelerator.Cli.Credentials;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Commands;

/// <summary>From what was typed to what the engine is asked for. Reads the list, the login files and the output folder; never the network.</summary>
internal sealed class GetRequest(GetOptions options, Surroundings surroundings, Action<string> warn)
{
    private readonly CredentialResolver _credentials = new(options, surroundings, warn);
    private List<ListedAddress>? _listed;

    // Once: the list may come from standard input.
    private List<ListedAddress> Listed => _listed ??=
    [
        .. options.Addresses.Select(a => new ListedAddress(a, null, "")),
        .. options.InputFile is { } file ? AddressList.Read(file, surroundings) : [],
    ];

    /// <summary>The servers of all addresses and who logs in there, each once.</summary>
    /// <exception cref="UsageException">An address is none, or who logs in cannot be found out.</exception>
    public IReadOnlyList<SiteKey> Sites() => [.. Listed.Select(KeyOf).Distinct()];

    /// <summary>Makes the request.</summary>
    /// <param name="wishes">What is wanted of each of <see cref="Sites"/>; null where nothing is remembered of servers.</param>
    /// <exception cref="UsageException">It cannot be carried out as written.</exception>
    public TransferRequest Build(SiteWishes? wishes = null)
    {
        var listed = Listed;
        var (folder, fileName) = SplitOutput(listed);

        var urls = listed.ConvertAll(address => ReadUrl(address, wishes?.For(KeyOf(address)) ?? options));
        var wanted = wishes?.ForAll() ?? options;
        var targets = new TargetNames(surroundings.NameRules, folder, fileName).For(urls, listed);

        // Logins last: nobody is asked for a password when the rest of the command is wrong.
        var items = urls.Select((url, i) => new TransferItem
        {
            Sources = [new TransferSource(url.Endpoint, _credentials.Resolve(url), url.Path)],
            TargetPath = targets[i],
        });
        return new TransferRequest
        {
            Items = [.. items],
            LocalAddresses = [wanted.Bind],
            Streams = wanted.Streams,
            Segments = wanted.Segments,
            RateLimit = wanted.LimitRate,
            Verify = wanted.Verify,
            Resume = !wanted.NoResume,
            Overwrite = wanted.Overwrite,
            Unbuffered = wanted.Unbuffered,
            Timeouts = wanted.Timeouts,
            ActiveMode = wanted.Active,
            AcceptAnyCertificate = wanted.Insecure,
            Charset = wanted.Charset,
        };
    }

    private (string Folder, string? FileName) SplitOutput(List<ListedAddress> listed)
    {
        if (options.Output is not { } output) return (surroundings.Folder, null);
        if (output == "-")
            throw new UsageException("A file that arrives in several ranges cannot be written to standard output: give --output a file or a folder.");
        if (output.Length == 0) throw new UsageException("--output is empty: give it a file or a folder.");

        // Windows reads the end of "D:\my data\" as a quotation mark in the name, and what follows it too.
        if (surroundings.IsWindows && output.Contains('"'))
            throw new UsageException("--output holds a quotation mark: a folder in quotation marks must not end in a backslash.");

        var path = Path.GetFullPath(output, surroundings.Folder);
        if (Directory.Exists(path)) return (path, null);

        var shown = SafeText.Escape(output);
        if (Path.EndsInDirectorySeparator(path)) throw new UsageException($"The output folder {shown} does not exist: create it first.");
        if (listed.Count > 1) throw new UsageException($"{listed.Count} addresses cannot go into one file, and {shown} is not a folder that exists.");
        if (listed[0].Name is not null)
            throw new UsageException($"{listed[0].Where}the list names a local file, so --output must be a folder that exists; {shown} is not.");

        var folder = Path.GetDirectoryName(path)!;
        if (!Directory.Exists(folder)) throw new UsageException($"The folder {SafeText.Escape(folder)} does not exist: create it first.");
        return (folder, Path.GetFileName(path));
    }

    // The charset of names may be a setting of the server; it makes no difference to the server's own name.
    private SiteKey KeyOf(ListedAddress address)
    {
        if (!FtpUrl.TryParse(WithScheme(address.Text, options), FtpCharsets.Utf8, out var url, out var problem))
            throw new UsageException(address.Where + problem);
        return SiteKey.Of(url.Endpoint, _credentials.UserOf(url));
    }

    private static FtpUrl ReadUrl(ListedAddress address, GetOptions wanted)
    {
        if (!FtpUrl.TryParse(WithScheme(address.Text, wanted), wanted.Charset, out var url, out var problem))
            throw new UsageException(address.Where + problem);
        if (url.Path.Name.Length > 0) return url;
        throw new UsageException($"{address.Where}{url} is a directory; ftpx get fetches files, so name one of the files in it.");
    }

    // Replacing the scheme, not the endpoint, gives an address without a port the right default one.
    private static string WithScheme(string address, GetOptions wanted)
    {
        var end = address.IndexOf("://", StringComparison.Ordinal);
        var scheme = end < 0 ? "" : address[..end].ToLowerInvariant();
        var demanded = wanted is { RequireTls: true, Tls: null } && scheme == "ftp" ? FtpSecurity.Explicit : wanted.Tls;
        if (demanded is not { } security || scheme is not ("ftp" or "ftps" or "ftpes")) return address;
        return security switch { FtpSecurity.Explicit => "ftpes", FtpSecurity.Implicit => "ftps", _ => "ftp" } + address[end..];
    }
}
