using Accelerator.Cli.Addresses;
using Accelerator.Cli.Configuration;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;

namespace Accelerator.Cli.Fxp;

/// <summary>
/// Turns the arguments of <c>ftpx fxp</c> into an engine request. Reads login files and the settings configured for the servers, never the
/// network.
/// </summary>
internal sealed class FxpRequestBuilder(FxpOptions options, ProcessEnvironment environment, Action<string> warn)
{
    private readonly ListedAddress _source = new(options.Source, null, "");
    private readonly ListedAddress _destination = new(options.Destination, null, "");

    /// <summary>Builds the request.</summary>
    /// <exception cref="UsageException">The command cannot be carried out as written.</exception>
    public async Task<FxpRunRequest> ReadAsync()
    {
        var logins = new FxpCredentials(options, environment, warn);
        var memory = AddressResolver.OpenMemory(options, environment);
        var configuration = UserConfiguration.Read(environment);
        var sources = new AddressResolver(options, logins.Source, memory, configuration, warn);
        var destinations = new AddressResolver(options, logins.Destination, memory, configuration, warn);
        await sources.ReadSettingsAsync([_source]).ConfigureAwait(false);
        await destinations.ReadSettingsAsync([_destination]).ConfigureAwait(false);
        var (from, to) = (sources.OptionsFor(_source), destinations.OptionsFor(_destination));
        if (from.Charset.CodePage != to.Charset.CodePage)
            throw new UsageException(
                $"The names of the two servers are in different charsets ({from.Charset.WebName} and {to.Charset.WebName}, "
                    + "see ftpx site list), but names are copied byte for byte: add --charset.");
        var url = sources.Read(_source);
        var target = destinations.Read(_destination);
        var pattern = sources.ReadPattern(_source, url);
        var isTree = pattern is null && (options.Recursive || url.Path.Name.Length == 0);
        Refuse(target, pattern, isTree);

        var isFolder = target.Path.Name.Length == 0;
        var folder = isTree || isFolder ? target.Path.WithoutEnd() : target.Path.Split().Folder;
        var name = isFolder ? folder.Child(url.Path.Split().Name) : target.Path;
        var filter = options.Selection.Filter(environment.Time.GetUtcNow());
        var path = BindOption.FindOne(options.Bind, environment, "ftpx fxp");
        // Resolve logins last, so that no password prompt appears when the rest of the command is invalid.
        var source = sources.Resolve(url);
        var destination = destinations.Resolve(target);
        return new FxpRunRequest
        {
            Tree = isTree ? url.Path.WithoutEnd() : null,
            Pattern = pattern,
            Folder = folder,
            Filter = filter with { MaxDepth = options.MaxDepth },
            Source = (from.Request([], [path], environment.Time) with { Sites = memory }, source),
            Destination = (to.Request([], [path], environment.Time) with { Sites = memory }, destination),
            Request = new FxpRequest
            {
                Source = new FxpServer(source.Endpoint, source.Credential) { Proxy = source.Proxy },
                Destination = new FxpServer(destination.Endpoint, destination.Credential) { Proxy = destination.Proxy },
                Items = isTree || pattern is not null ? [] : [new FxpItem(url.Path, name) { MakesFolders = isFolder }],
                Parallel = options.Parallel,
                Segments = options.Streams,
                Passive = options.Passive,
                ViaClient = options.ViaClient,
                // A single file named together with --overwrite is always copied. Under another name only its length could show that it is
                // complete, and files of one kind often share a length.
                SkipComplete = isTree || pattern is not null || (!options.Overwrite && name.Split().Name.Equals(url.Path.Split().Name)),
                Verify = options.Verify,
                Resume = !options.NoResume,
                Overwrite = options.Overwrite,
                LocalPath = path,
                Timeouts = Longer(from.Timeouts, to.Timeouts),
                AcceptAnyCertificate = options.Insecure,
                Charset = from.Charset,
                Sites = memory,
                Records = FxpRequest.FindRecords(environment.Variable, environment.IsWindows),
            },
        };
    }

    private void Refuse(FtpUrl target, RemotePattern? pattern, bool isTree)
    {
        if (Glob.IsPattern(target.WrittenPath))
            throw new UsageException(
                $"{target} contains a pattern, but the destination needs a name. Write *, ? and [ in a name as %2A, %3F and %5B.");
        if (pattern is not null && options.Recursive)
            throw new UsageException("--recursive needs a folder, not a pattern: give the folder, and select files with --include.");
        if (pattern is not null && target.Path.Name.Length > 0)
            throw new UsageException(
                $"A pattern can match several files, which cannot all be named {target}; end the URL with a slash for a folder.");
        if (!isTree && options.MaxDepth is not null)
            throw new UsageException("--max-depth is for a folder: end SRC-URL with a slash, or omit the option.");
        if (options.Verify.Given is not null && (isTree || pattern is not null))
            throw new UsageException("--verify: A hash applies to one file, not to several: use auto, none or always.");
    }

    private static FtpTimeouts Longer(FtpTimeouts one, FtpTimeouts other) => new()
    {
        Connect = one.Connect > other.Connect ? one.Connect : other.Connect,
        Reply = one.Reply > other.Reply ? one.Reply : other.Reply,
        FirstByte = one.FirstByte > other.FirstByte ? one.FirstByte : other.FirstByte,
        Stall = one.Stall > other.Stall ? one.Stall : other.Stall,
    };
}
