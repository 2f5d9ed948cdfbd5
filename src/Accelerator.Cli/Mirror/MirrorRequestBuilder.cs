using Accelerator.Cli.Addresses;
using Accelerator.Cli.Checksums;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Mirror;

/// <summary>
/// Turns the arguments of <c>ftpx mirror</c> into an engine request. Reads login files and inspects the folder, never the network.
/// </summary>
internal sealed class MirrorRequestBuilder(MirrorOptions options, ProcessEnvironment environment, Action<string> warn)
{
    private readonly AddressResolver _resolver = new(options, environment, warn);

    /// <summary>Builds the request.</summary>
    /// <exception cref="UsageException">The command cannot be carried out as written.</exception>
    public async Task<MirrorRequest> ReadAsync()
    {
        var address = new ListedAddress(options.Address, null, "");
        var replicas = new ReplicaAddresses(options.Replicas, _resolver);
        List<ListedAddress> lists = GivenChecksums.AddressOf(options, environment) is { } list ? [list] : [];
        await _resolver.ReadSettingsAsync([address, .. replicas.Listed, .. lists]).ConfigureAwait(false);
        _ = _resolver.OptionsForAll();
        var url = _resolver.Read(address);
        var roots = replicas.OfFolder(url);
        var paths = BindOption.Find(options.Bind, environment);
        var path = url.Path.WithoutEnd();
        var folder = LocalFolder(_resolver.Shown(address, url), path);
        var filter = options.Selection.Filter(environment.Time.GetUtcNow());
        // Resolve the login last, so that no password prompt appears when the rest of the command is invalid.
        return new MirrorRequest
        {
            Source = _resolver.Resolve(url) with { Path = path },
            Replicas = [.. replicas.Resolve(roots).Select(root => root with { Path = root.Path.WithoutEnd() })],
            TargetRoot = folder,
            Transfer = _resolver.OptionsFor(address).Request([], paths, environment.Time) with
            {
                Sites = _resolver.Memory,
                WithSha256 = options.WriteChecksums is not null,
            },
            Filter = filter with { MinAge = options.MinAge, MaxDepth = options.MaxDepth },
            Order = options.Order,
            Parallel = options.Parallel,
            Delete = options.Delete,
            MaxDelete = options.MaxDelete ?? DeleteLimit.Default,
            Checksum = options.Checksum,
            NamesSameFiles = options.WriteChecksums is not null,
        };
    }

    /// <summary>Returns the list of checksums, once the settings have been read; null if there is none.</summary>
    /// <exception cref="UsageException">The list cannot be used.</exception>
    public GivenChecksums? Checksums() => GivenChecksums.Of(options, _resolver, environment);

    private string LocalFolder(string address, FtpPath path)
    {
        if (options.Folder is not { } typed)
        {
            var name = LocalName.From(path.ExactName, environment.NameRules)
                ?? throw new UsageException(
                    $"{address} has no name for the local folder; give one, for example: ftpx mirror {address} archive.");
            return Checked(Path.Combine(environment.Folder, name));
        }
        if (typed.Length == 0) throw new UsageException("DIR is empty: give it a folder.");
        environment.RefuseQuotationMark("DIR", typed);
        return Checked(Path.TrimEndingDirectorySeparator(Path.GetFullPath(typed, environment.Folder)));
    }

    private static string Checked(string folder)
    {
        var shown = SafeText.Escape(folder);
        if (File.Exists(folder)) throw new UsageException($"{shown} is a file; the target of ftpx mirror is a folder.");
        return folder;
    }
}
