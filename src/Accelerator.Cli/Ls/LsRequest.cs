using Accelerator.Cli.Addresses;
using Accelerator.Cli.Credentials;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Site;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Ls;

/// <summary>What <c>ftpx ls</c> asks the engine for.</summary>
/// <param name="Url">The address.</param>
/// <param name="Pattern">The pattern in it, or null.</param>
/// <param name="Source">The server, and who logs in there.</param>
/// <param name="Transfer">How the server is spoken to.</param>
internal sealed record LsRequest(FtpUrl Url, RemotePattern? Pattern, TransferSource Source, TransferRequest Transfer)
{
    /// <summary>From what was typed. Reads login files and what is laid down for the server; never the network.</summary>
    /// <exception cref="UsageException">It cannot be carried out as written.</exception>
    public static async Task<LsRequest> BuildAsync(LsOptions options, ProcessEnvironment environment, Action<string> warn)
    {
        var credentials = new CredentialResolver(options.Get, environment, warn);
        var address = new ListedAddress(options.Get.Addresses[0], null, "");
        TransferOptions wanted = options.Get;
        var memory = options.Get.NoSiteMemory ? null : SiteRunner.OpenMemory(environment);
        var first = address.Read(wanted, FtpCharsets.Utf8);
        if (memory is not null)
        {
            var key = SiteKey.Of(first.Endpoint, credentials.UserOf(first));
            wanted = (await EffectiveOptions.ReadAsync(memory, options.Get, [key], warn).ConfigureAwait(false)).For(key);
        }

        var url = address.Read(wanted, wanted.Charset);
        var pattern = address.ReadPattern(url, wanted.Charset);
        if (options.Recursive && pattern is { Names.Count: > 1 })
            throw new UsageException("With --recursive only the last name of the address may be a pattern: it says which names are shown.");
        var path = BindOption.FindOne(options.Get.Bind, environment, "ftpx ls");
        return new LsRequest(url, pattern, new TransferSource(url.Endpoint, credentials.Resolve(url), url.Path), wanted.Request([], [path]) with { Sites = memory });
    }
}
