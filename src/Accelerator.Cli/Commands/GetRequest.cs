using Accelerator.Cli.Credentials;
using Accelerator.Cli.Values;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Commands;

/// <summary>From what was typed to what the engine is asked for. Reads the list, the login files and the output folder; never the network.</summary>
internal sealed class GetRequest(GetOptions options, Surroundings surroundings, Action<string> warn)
{
    private readonly CredentialResolver _credentials = new(options, surroundings, warn);

    /// <summary>Makes the request.</summary>
    /// <exception cref="UsageException">It cannot be carried out as written.</exception>
    public TransferRequest Build()
    {
        var listed = options.Addresses.Select(a => new ListedAddress(a, null, ""))
            .Concat(options.InputFile is { } file ? AddressList.Read(file, surroundings) : [])
            .ToList();
        var (folder, fileName) = SplitOutput(listed);

        var urls = listed.ConvertAll(ReadUrl);
        var targets = urls.Select((url, i) => Path.Combine(folder, fileName ?? NameOf(url, listed[i]))).ToList();
        RefuseSharedTargets(targets);

        // Logins last: nobody is asked for a password when the rest of the command is wrong.
        var items = urls.Select((url, i) => new TransferItem
        {
            Sources = [new TransferSource(url.Endpoint, _credentials.Resolve(url), url.Path)],
            TargetPath = targets[i],
        });
        return new TransferRequest
        {
            Items = [.. items],
            LocalAddresses = [options.Bind],
            Streams = options.Streams,
            Segments = options.Segments,
            RateLimit = options.LimitRate,
            Verify = options.Verify,
            Resume = !options.NoResume,
            Overwrite = options.Overwrite,
            Timeouts = options.Timeouts,
            ActiveMode = options.Active,
            AcceptAnyCertificate = options.Insecure,
            Charset = options.Charset,
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

    private FtpUrl ReadUrl(ListedAddress address)
    {
        if (!FtpUrl.TryParse(WithScheme(address.Text), options.Charset, out var url, out var problem))
            throw new UsageException(address.Where + problem);
        if (url.Path.Name.Length > 0) return url;
        throw new UsageException($"{address.Where}{url} is a directory; ftpx get fetches files, so name one of the files in it.");
    }

    // Replacing the scheme, not the endpoint, gives an address without a port the right default one.
    private string WithScheme(string address)
    {
        var end = address.IndexOf("://", StringComparison.Ordinal);
        if (options.Tls is not { } security || end < 0 || address[..end].ToLowerInvariant() is not ("ftp" or "ftps" or "ftpes")) return address;
        return security switch { FtpSecurity.Explicit => "ftpes", FtpSecurity.Implicit => "ftps", _ => "ftp" } + address[end..];
    }

    private string NameOf(FtpUrl url, ListedAddress address)
    {
        if (address.Name is null)
        {
            return LocalName.From(url.Path.Name, surroundings.IsWindows)
                ?? throw new UsageException($"{address.Where}{url} gives no usable local name: choose one with --output FILE.");
        }
        return LocalName.From(address.Name, surroundings.IsWindows) == address.Name
            ? address.Name
            : throw new UsageException($"{address.Where}\"{SafeText.Escape(address.Name)}\" is not a plain file name; "
                + "the file goes into the output folder under a name without folders.");
    }

    private void RefuseSharedTargets(List<string> targets)
    {
        var seen = new HashSet<string>(surroundings.IsWindows ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        if (targets.Find(target => !seen.Add(target)) is { } shared)
            throw new UsageException($"Two addresses would both be written to {SafeText.Escape(shared)}: "
                + "fetch them into different folders, or give local names in a list.");
    }
}
