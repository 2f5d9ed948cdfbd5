using Accelerator.Cli.Addresses;
using Accelerator.Cli.Checksums;
using Accelerator.Cli.Configuration;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Get;

/// <summary>
/// Turns the arguments of <c>ftpx get</c> into an engine request. Reads the list, the login files and the output folder, never the network.
/// </summary>
internal sealed class GetRequestBuilder
{
    private readonly GetOptions _options;
    private readonly ProcessEnvironment _environment;
    private readonly AddressResolver _resolver;
    private readonly ReplicaAddresses _replicas;
    private List<ListedAddress>? _listed;

    public GetRequestBuilder(GetOptions options, ProcessEnvironment environment, Action<string> warn)
    {
        (_options, _environment) = (LastAsFolder(options, environment), environment);
        _resolver = new AddressResolver(options, environment, warn);
        _replicas = new ReplicaAddresses(options.Replicas, _resolver);
        Filter = options.Selection.Filter(environment.Time.GetUtcNow());
    }

    /// <summary>The wanted files.</summary>
    public FileFilter Filter { get; }

    // Read once: the list may come from standard input.
    private List<ListedAddress> Listed => _listed ??=
    [
        .. _options.Addresses.Select(a => new ListedAddress(a, null, "")),
        .. _options.InputFile is { } file ? AddressList.Read(file, _environment) : [],
    ];

    /// <summary>Reads the settings of the servers and builds the request; patterns do not yet stand for any file.</summary>
    /// <exception cref="UsageException">The command cannot be carried out as written.</exception>
    public async Task<TransferRequest> ReadAsync()
    {
        RefuseLocalFile();
        List<ListedAddress> lists = GivenChecksums.AddressOf(_options, _environment) is { } list ? [list] : [];
        await _resolver.ReadSettingsAsync([.. Listed, .. _replicas.Listed, .. lists]).ConfigureAwait(false);
        return Build() with { Sites = _resolver.Memory };
    }

    /// <summary>Returns the list of checksums, once the settings have been read; null if there is none.</summary>
    /// <exception cref="UsageException">The list cannot be used.</exception>
    public GivenChecksums? Checksums() => GivenChecksums.Of(_options, _resolver, _environment);

    /// <summary>
    /// The addresses with a pattern, and with a filter also those of files, in order. Only their servers can resolve them.
    /// </summary>
    /// <exception cref="UsageException">A pattern is invalid, or no password was found.</exception>
    public IReadOnlyList<PatternAddress> Patterns() =>
    [
        .. from address in Listed
           let url = _resolver.ReadFile(address)
           let pattern = _resolver.ReadPattern(address, url)
           where pattern is not null || Filter.IsSelective
           select new PatternAddress(address, pattern, _resolver.Resolve(url), url),
    ];

    /// <summary>Builds the request with the settings that were read.</summary>
    /// <param name="matches">The matches of <see cref="Patterns"/>; null before the servers are asked: until then patterns stand for no
    /// file.</param>
    /// <param name="unwanted">The addresses of files that the filter leaves out; null for none.</param>
    /// <exception cref="UsageException">The command cannot be carried out as written.</exception>
    public TransferRequest Build(
        IReadOnlyDictionary<ListedAddress, GlobMatches>? matches = null, IReadOnlySet<ListedAddress>? unwanted = null)
    {
        RefuseReplicas();
        var (folder, fileName) = SplitOutput(Listed);

        var files = Listed.Where(address => unwanted?.Contains(address) != true).SelectMany(address => Files(address, matches)).ToList();
        var wanted = _resolver.OptionsForAll();
        TransferOptions.RefuseSeveralHosts(wanted.ServerAddresses, files.Select(file => file.Url));
        var targets = new TargetNames(_environment.NameRules, folder, fileName).For(files);

        var paths = BindOption.Find(_options.Bind, _environment);
        var replicas = _replicas.Listed.Count == 0 || files.Count == 0 ? [] : _replicas.OfFile(files[0].Url);

        // Resolve logins last, so that no password prompt appears when the rest of the command is invalid.
        var items = files.Select((file, i) => new TransferItem
        {
            Sources = [_resolver.Resolve(file.Url) with { Path = file.Path }, .. _replicas.Resolve(replicas)],
            TargetPath = targets[i],
            Listed = file.Listed,
        });
        return wanted.Request([.. items], paths, _environment.Time) with
        {
            Overwrite = _options.Overwrite || _options.Update,
            Skips = _options.Overwrite ? SkipRule.None : _options.SkipExisting ? SkipRule.Existing : SkipRule.Same,
            CreateFolders = true,
            WithSha256 = _options.WriteChecksums is not null,
        };
    }

    private IEnumerable<WantedFile> Files(ListedAddress address, IReadOnlyDictionary<ListedAddress, GlobMatches>? matches)
    {
        var url = _resolver.ReadFile(address);
        if (_resolver.ReadPattern(address, url) is null) return [new WantedFile(address, url, null)];
        if (address.Name is not null)
            throw new UsageException(
                $"{address.Where}{url} is a pattern that can match several files, "
                    + $"which cannot all be named \"{SafeText.Escape(address.Name)}\".");
        return matches?.GetValueOrDefault(address)?.Files.Select(match => new WantedFile(address, url, match)) ?? [];
    }

    // As in "cp FILE FOLDER": a last argument that is a folder here, or ends like one.
    private static GetOptions LastAsFolder(GetOptions options, ProcessEnvironment environment)
    {
        var count = options.Addresses.Count + (options.InputFile is null ? 0 : 1);
        if (count < 2 || options is not { Addresses: [.., var last], Output: null } || !IsFolder(last, environment)) return options;
        return options with { Addresses = [.. options.Addresses.SkipLast(1)], Output = last };
    }

    // "C:\data\" is a folder, "ftp:/host/" and "name:dir/" are not.
    private static bool IsFolder(string text, ProcessEnvironment environment)
    {
        if (text.Length == 0 || text.Contains("://", StringComparison.Ordinal)) return false;
        var isAddress = text.Contains(':') && !Path.IsPathFullyQualified(text);
        return Directory.Exists(Path.GetFullPath(text, environment.Folder)) || (Path.EndsInDirectorySeparator(text) && !isAddress);
    }

    // A last argument that is a local path, but no folder.
    private void RefuseLocalFile()
    {
        if (_options is not { Addresses: [_, .., var last], Output: null } || last.Contains("://", StringComparison.Ordinal)
            || ServerName.TrySplit(last, out _, out _))
            return;
        var isHost = !Path.IsPathFullyQualified(last) && !last.StartsWith('.') && last.AsSpan().IndexOfAny("./\\") >= 0;
        if (isHost && !File.Exists(Path.GetFullPath(last, _environment.Folder))) return;
        throw new UsageException($"\"{AddressMask.HideBare(last)}\" is a local path, not an FTP URL; the local path follows --output.")
        {
            Correction = (last, ["--output", TakesOneFile ? last : last + '/']),
        };
    }

    // Whether --output may name a file: one URL besides the path, and no pattern.
    private bool TakesOneFile => _options is { Addresses: [var url, _], InputFile: null } && !IsPattern(new ListedAddress(url, null, ""));

    // Only the path can be a pattern: an IPv6 address has brackets, and a password may have any character.
    private bool IsPattern(ListedAddress address) => _resolver.ReadPattern(address, _resolver.Read(address)) is not null;

    private void RefuseReplicas()
    {
        if (_replicas.Listed.Count == 0) return;
        if (Listed.Count != 1)
            throw new UsageException(
                $"--replica adds servers of one file, but {Listed.Count} were given. "
                    + "Download them one at a time.");
        if (IsPattern(Listed[0]))
        {
            throw new UsageException("--replica adds servers of one file, but a pattern can match several. Download them one at a time, "
                + "or use ftpx mirror, which also accepts --replica.");
        }
    }

    private (string Folder, string? FileName) SplitOutput(List<ListedAddress> listed)
    {
        if (_options.Output is not { } output) return (_environment.Folder, null);
        _environment.RefuseQuotationMark("--output", output);
        var path = Path.GetFullPath(output, _environment.Folder);
        if (Directory.Exists(path)) return (path, null);

        var shown = SafeText.Escape(output);
        if (Path.EndsInDirectorySeparator(path)) return (Creatable(Path.TrimEndingDirectorySeparator(path)), null);
        var create = $"To create a folder, end its name with {Path.DirectorySeparatorChar}.";
        if (listed.Count > 1)
            throw new UsageException($"{listed.Count} URLs cannot be written to one file, and {shown} is not an existing folder. {create}");
        if (IsPattern(listed[0]))
            throw new UsageException("A pattern can match several files, which cannot be written to one file, "
                + $"and {shown} is not an existing folder. {create}");
        if (listed[0].Name is not null)
            throw new UsageException(
                $"{listed[0].Where}the list gives a local file name, so --output must be a folder, and {shown} does not exist. {create}");
        return (Creatable(Path.GetDirectoryName(path)!), Path.GetFileName(path));
    }

    // A folder that exists, or that the run can create just before its first file.
    private static string Creatable(string folder)
    {
        for (var part = folder; part is not null && !Directory.Exists(part); part = Path.GetDirectoryName(part))
        {
            if (File.Exists(part)) throw new UsageException($"--output: {SafeText.Escape(part)} is a file, not a folder.");
        }
        return folder;
    }
}
