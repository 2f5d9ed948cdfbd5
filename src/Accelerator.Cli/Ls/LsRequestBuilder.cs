using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Ls;

/// <summary>The engine request of <c>ftpx ls</c>.</summary>
/// <param name="Url">The address.</param>
/// <param name="Pattern">The pattern in the address, or null.</param>
/// <param name="Source">The server and the login.</param>
/// <param name="Transfer">The connection settings.</param>
internal sealed record LsRequest(FtpUrl Url, RemotePattern? Pattern, TransferSource Source, TransferRequest Transfer);

/// <summary>Turns the arguments of <c>ftpx ls</c> into an engine request. Reads login files and settings, never the network.</summary>
internal sealed class LsRequestBuilder(LsOptions options, ProcessEnvironment environment, Action<string> warn)
{
    /// <summary>Builds the request.</summary>
    /// <exception cref="UsageException">The command cannot be carried out as written.</exception>
    public async Task<LsRequest> ReadAsync()
    {
        var resolver = new AddressResolver(options, environment, warn);
        var address = new ListedAddress(options.Address, null, "");
        await resolver.ReadSettingsAsync([address]).ConfigureAwait(false);
        var url = resolver.Read(address);
        var pattern = resolver.ReadPattern(address, url);
        if (options.Recursive && pattern is { Names.Count: > 1 })
            throw new UsageException("With --recursive, only the last name of the URL can be a pattern; it selects the names that "
                + "are shown.");
        var path = BindOption.FindOne(options.Bind, environment, "ftpx ls");
        var transfer = resolver.OptionsFor(address).Request([], [path]) with { Sites = resolver.Memory };
        return new LsRequest(url, pattern, resolver.Resolve(url), transfer);
    }
}
