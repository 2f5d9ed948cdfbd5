using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;

namespace Accelerator.Cli.Ls;

/// <summary>Runs <c>ftpx ls</c>: request, listing, exit code.</summary>
/// <param name="environment">The process environment.</param>
internal sealed class LsRunner(ProcessEnvironment environment)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are not a valid request; nothing has been sent over the network.</exception>
    public async Task<int> RunAsync(LsOptions options)
    {
        var host = new ListingHost(environment, options);
        var filter = options.Selection.Filter(environment.Time.GetUtcNow());
        var request = await ListingRequest.ReadOneAsync(options, options.Address, "ftpx ls", Check, environment, host.Warn)
            .ConfigureAwait(false);
        var json = new ListingJson(request.Url.Endpoint, request.Url.User);
        return await host.RunAsync(request, ListAsync, failure => json.End(request.Path, null, failure, [])).ConfigureAwait(false);

        void Check(FtpUrl url, RemotePattern? pattern)
        {
            if (options.Recursive && pattern is { Names.Count: > 1 })
                throw new UsageException("With --recursive, only the last name of the URL can be a pattern; it selects the names that "
                    + "are shown.");
        }

        async Task<ExitCode> ListAsync(ListingRunner runner, CancellationToken cancellationToken)
        {
            IListingLines lines = options.Json ? json : new ListingText(options.Long, options.Human);
            var printer = new ListingPrinter(lines, environment.Out, environment.IsOutClosed, host.Warn);
            var listing = new AddressListing(runner, printer, request, filter);
            if (options.Recursive) await listing.WalkAsync(options.MaxDepth, cancellationToken).ConfigureAwait(false);
            else await listing.ListAsync(cancellationToken).ConfigureAwait(false);
            foreach (var doubt in listing.Selection.Doubts()) host.Warn(doubt);
            printer.Finish();
            return printer.IsComplete ? ExitCodes.Ok : ExitCodes.Partial;
        }
    }
}
