using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Probing;
using Accelerator.Ftp;

namespace Accelerator.Cli.Probe;

/// <summary>Turns the arguments of <c>ftpx probe</c> into an engine request. Reads login files, never the network.</summary>
internal sealed class ProbeRequestBuilder(ProbeOptions options, ProcessEnvironment environment, Action<string> warn)
{
    /// <summary>
    /// Builds the request. The only stored setting of the server that is applied is its proxy: the probe measures the server as it is.
    /// The settings of the configuration file are applied: they say how to reach the server.
    /// </summary>
    /// <exception cref="UsageException">The command cannot be carried out as written.</exception>
    public async Task<ProbeRequest> ReadAsync()
    {
        var folder = Path.GetFullPath(options.Output ?? ".", environment.Folder);
        if (!Directory.Exists(folder))
            throw new UsageException($"The folder {SafeText.Escape(folder)} does not exist: create it first, or omit --output.");
        var path = BindOption.FindOne(options.Bind, environment, "ftpx probe");
        var resolver = new AddressResolver(options, environment, warn);
        var address = new ListedAddress(options.Address, null, "");
        await resolver.ReadSettingsAsync([address], onlyStoredProxy: true).ConfigureAwait(false);
        var wanted = resolver.OptionsFor(address);
        var url = resolver.ReadFile(address);
        if (resolver.ReadPattern(address, url) is not null)
            throw new UsageException("ftpx probe measures one file: give its URL, and write *, ? and [ in its name as %2A, %3F and "
                + "%5B.");
        // Refuse every file that ftpx get would refuse.
        _ = new TargetNames(environment.NameRules, folder, null).For([new WantedFile(address, url, null)]);
        return new ProbeRequest
        {
            Source = resolver.Resolve(url),
            MostStreams = options.MostStreams,
            TimeLimit = options.TimeLimit,
            Folder = folder,
            LocalPath = path,
            ActiveMode = wanted.Active,
            Pipelining = wanted.Pipelining,
            ReceiveBuffer = wanted.ReceiveBuffer,
            Multipath = wanted.Multipath,
            AcceptAnyCertificate = wanted.Insecure,
            Charset = wanted.Charset,
            Timeouts = wanted.Timeouts,
        };
    }
}
