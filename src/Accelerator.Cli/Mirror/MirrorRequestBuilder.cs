using Accelerator.Cli.Addresses;
using Accelerator.Cli.Credentials;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Site;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Mirror;

/// <summary>From what was typed after <c>ftpx mirror</c> to what the engine is asked for. Reads login files and looks at the folder; never the network.</summary>
internal sealed class MirrorRequestBuilder(MirrorOptions options, ProcessEnvironment environment, Action<string> warn)
{
    private readonly CredentialResolver _credentials = new(options, environment, warn);
    private readonly ListedAddress _address = new(options.Address, null, "");

    /// <summary>Makes the request.</summary>
    /// <exception cref="UsageException">It cannot be carried out as written.</exception>
    public async Task<MirrorRequest> ReadAsync()
    {
        if (options.NoSiteMemory || SiteRunner.OpenMemory(environment) is not { } memory) return Build(options, null);
        var effective = await EffectiveOptions.ReadAsync(memory, options, new[] { Site() }.Concat(new ReplicaAddresses(options, _credentials).Sites()).Distinct(), warn).ConfigureAwait(false);
        effective.ForAll();
        var request = Build(effective.For(Site()), effective);
        return request with { Transfer = request.Transfer with { Sites = memory } };
    }

    // The charset of names may be a setting of the server.
    private SiteKey Site()
    {
        var url = _address.Read(options, FtpCharsets.Utf8);
        return SiteKey.Of(url.Endpoint, _credentials.UserOf(url));
    }

    private MirrorRequest Build(TransferOptions wanted, EffectiveOptions? effective)
    {
        var url = _address.Read(wanted, wanted.Charset);
        var replicas = new ReplicaAddresses(options, _credentials);
        var roots = replicas.OfFolder(url, effective);
        var paths = BindOption.Find(options.Bind, environment);
        var path = url.Path.WithoutEnd();
        var folder = LocalFolder(url, path);
        // The login last: nobody is asked for a password when the rest of the command is wrong.
        return new MirrorRequest
        {
            Source = new TransferSource(url.Endpoint, _credentials.Resolve(url), path),
            Replicas = [.. replicas.Resolve(roots).Select(root => root with { Path = root.Path.WithoutEnd() })],
            TargetRoot = folder,
            Transfer = wanted.Request([], paths),
            Filter = new MirrorFilter
            {
                Include = options.Include,
                Exclude = options.Exclude,
                NewerThan = options.NewerThan?.At(environment.Time.GetUtcNow()),
                MinAge = options.MinAge,
                MaxDepth = options.MaxDepth,
            },
            Order = options.Order,
            Parallel = options.Parallel,
            Delete = options.Delete,
            MaxDelete = options.MaxDelete ?? DeleteLimit.Default,
            Checksum = options.Checksum,
        };
    }

    private string LocalFolder(FtpUrl url, FtpPath path)
    {
        if (options.Folder is not { } typed)
        {
            var name = LocalName.From(path.ExactName, environment.NameRules)
                ?? throw new UsageException($"{url} has no name of its own: say into which folder, for example ftpx mirror {url} archive.");
            return Checked(Path.Combine(environment.Folder, name));
        }
        if (typed.Length == 0) throw new UsageException("DIR is empty: give it a folder.");
        environment.RefuseQuotationMark("DIR", typed);
        return Checked(Path.TrimEndingDirectorySeparator(Path.GetFullPath(typed, environment.Folder)));
    }

    private static string Checked(string folder)
    {
        var shown = SafeText.Escape(folder);
        if (File.Exists(folder)) throw new UsageException($"{shown} is a file: a folder is mirrored into a folder.");
        if (Directory.Exists(folder) || Directory.Exists(Path.GetDirectoryName(folder))) return folder;
        throw new UsageException($"The folder of {shown} does not exist: create it first; DIR itself is made.");
    }
}
