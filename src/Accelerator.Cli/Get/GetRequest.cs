using Accelerator.Cli.Addresses;
using Accelerator.Cli.Credentials;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Get;

/// <summary>From what was typed to what the engine is asked for. Reads the list, the login files and the output folder; never the network.</summary>
internal sealed class GetRequest(GetOptions options, ProcessEnvironment environment, Action<string> warn)
{
    private readonly CredentialResolver _credentials = new(options, environment, warn);
    private List<ListedAddress>? _listed;
    private ReplicaAddresses? _replicas;

    private ReplicaAddresses Replicas => _replicas ??= new ReplicaAddresses(options, _credentials);

    // Once: the list may come from standard input.
    private List<ListedAddress> Listed => _listed ??=
    [
        .. options.Addresses.Select(a => new ListedAddress(a, null, "")),
        .. options.InputFile is { } file ? AddressList.Read(file, environment) : [],
    ];

    /// <summary>The servers of all addresses and who logs in there, each once.</summary>
    /// <exception cref="UsageException">An address is none, or who logs in cannot be found out.</exception>
    public IReadOnlyList<SiteKey> Sites() => [.. Listed.Select(KeyOf).Concat(Replicas.Sites()).Distinct()];

    /// <summary>The addresses with a pattern, in order. What they mean only their servers know.</summary>
    /// <param name="effective">As for <see cref="Build"/>.</param>
    /// <exception cref="UsageException">A pattern is none, or no password can be found.</exception>
    public IReadOnlyList<PatternAddress> Patterns(EffectiveOptions? effective = null) =>
    [
        .. from address in Listed
           let wanted = effective?.For(KeyOf(address)) ?? options
           let url = ReadUrl(address, wanted)
           let pattern = address.ReadPattern(url, wanted.Charset)
           where pattern is not null
           select new PatternAddress(address, pattern, new TransferSource(url.Endpoint, _credentials.Resolve(url), url.Path)),
    ];

    /// <summary>Makes the request.</summary>
    /// <param name="effective">What is wanted of each of <see cref="Sites"/>; null where nothing is remembered of servers.</param>
    /// <param name="matches">What <see cref="Patterns"/> have met; null as long as nobody has asked: then they stand for no file.</param>
    /// <exception cref="UsageException">It cannot be carried out as written.</exception>
    public TransferRequest Build(EffectiveOptions? effective = null, IReadOnlyDictionary<ListedAddress, GlobMatches>? matches = null)
    {
        RefuseReplicas();
        var (folder, fileName) = SplitOutput(Listed);

        var files = Listed.SelectMany(address => Files(address, effective?.For(KeyOf(address)) ?? options, matches)).ToList();
        var wanted = effective?.ForAll() ?? options;
        var targets = new TargetNames(environment.NameRules, folder, fileName).For(files);

        var paths = BindOption.Find(options.Bind, environment);
        var replicas = Replicas.IsEmpty ? [] : Replicas.OfFile(files[0].Url, effective);

        // Logins last: nobody is asked for a password when the rest of the command is wrong.
        var items = files.Select((file, i) => new TransferItem
        {
            Sources = [new TransferSource(file.Url.Endpoint, _credentials.Resolve(file.Url), file.Path), .. Replicas.Resolve(replicas)],
            TargetPath = targets[i],
            Listed = file.Listed,
        });
        return wanted.Request([.. items], paths) with { Overwrite = options.Overwrite };
    }

    private static IEnumerable<WantedFile> Files(ListedAddress address, TransferOptions wanted, IReadOnlyDictionary<ListedAddress, GlobMatches>? matches)
    {
        var url = ReadUrl(address, wanted);
        if (address.ReadPattern(url, wanted.Charset) is null) return [new WantedFile(address, url, null)];
        if (address.Name is not null)
            throw new UsageException($"{address.Where}{url} is a pattern, which may mean several files: they cannot all be called \"{SafeText.Escape(address.Name)}\".");
        return matches?.GetValueOrDefault(address)?.Files.Select(match => new WantedFile(address, url, match)) ?? [];
    }

    private void RefuseReplicas()
    {
        if (Replicas.IsEmpty) return;
        if (Listed.Count != 1)
            throw new UsageException($"--replica names further servers of one file, and {Listed.Count} are wanted: fetch them one by one, each with its replicas.");
        if (Listed[0].ReadPattern(Listed[0].Read(options, options.Charset), options.Charset) is not null)
        {
            throw new UsageException("--replica names further servers of one file, and a pattern may mean several: fetch them one by one, "
                + "or their folder with ftpx mirror, which takes --replica too.");
        }
    }

    private (string Folder, string? FileName) SplitOutput(List<ListedAddress> listed)
    {
        if (options.Output is not { } output) return (environment.Folder, null);
        if (output == "-")
            throw new UsageException("A file that arrives in several ranges cannot be written to standard output: give --output a file or a folder.");
        if (output.Length == 0) throw new UsageException("--output is empty: give it a file or a folder.");

        environment.RefuseQuotationMark("--output", output);
        var path = Path.GetFullPath(output, environment.Folder);
        if (Directory.Exists(path)) return (path, null);

        var shown = SafeText.Escape(output);
        if (Path.EndsInDirectorySeparator(path)) throw new UsageException($"The output folder {shown} does not exist: create it first.");
        if (listed.Count > 1) throw new UsageException($"{listed.Count} addresses cannot go into one file, and {shown} is not a folder that exists.");
        if (Glob.IsPattern(listed[0].Text))
            throw new UsageException($"A pattern may mean several files, which cannot go into one, and {shown} is not a folder that exists: create it first.");
        if (listed[0].Name is not null)
            throw new UsageException($"{listed[0].Where}the list names a local file, so --output must be a folder that exists; {shown} is not.");

        var folder = Path.GetDirectoryName(path)!;
        if (!Directory.Exists(folder)) throw new UsageException($"The folder {SafeText.Escape(folder)} does not exist: create it first.");
        return (folder, Path.GetFileName(path));
    }

    // The charset of names may be a setting of the server.
    private SiteKey KeyOf(ListedAddress address)
    {
        var url = address.Read(options, FtpCharsets.Utf8);
        return SiteKey.Of(url.Endpoint, _credentials.UserOf(url));
    }

    private static FtpUrl ReadUrl(ListedAddress address, TransferOptions wanted)
    {
        var url = address.Read(wanted, wanted.Charset);
        if (url.Path.Name.Length > 0) return url;
        throw new UsageException($"{address.Where}{url} is a directory, not a file. Name a file in it, or fetch all of it with ftpx mirror {url}.");
    }
}
