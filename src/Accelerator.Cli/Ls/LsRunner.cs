using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
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
        var host = new RunHost(environment, options);
        var request = await new LsRequestBuilder(options, environment, host.Warn).ReadAsync().ConfigureAwait(false);
        try
        {
            return await host.RunPlainAsync(
                (trace, stop) => ListAsync(options, request with { Transfer = request.Transfer with { Trace = trace } }, host, stop),
                failure => NotifyFailure(options, request, failure)).ConfigureAwait(false);
        }
        catch (OutputClosedException)
        {
            return ExitCodes.Disk;
        }
        catch (IOException e) when (e is not FtpException)
        {
            return host.FailOutput(e);
        }
    }

    private async Task<ExitCode> ListAsync(LsOptions options, LsRequest request, RunHost host, CancellationToken cancellationToken)
    {
        var (transfer, source) = (request.Transfer, request.Source);
        var runner = await ListingRunner.OpenAsync(transfer, source, environment.Time, cancellationToken).ConfigureAwait(false);
        await using var goodbye = runner.ConfigureAwait(false);
        IListingLines lines = options.Json ? new ListingJson(request.Url.Endpoint, request.Url.User) : new ListingText(options.Long);
        var printer = new ListingPrinter(lines, environment.Out, environment.IsOutClosed, host.Warn);
        var listing = new AddressListing(runner, printer, request);
        if (options.Recursive) await listing.WalkAsync(options.MaxDepth, cancellationToken).ConfigureAwait(false);
        else await listing.ListAsync(cancellationToken).ConfigureAwait(false);
        printer.Finish();
        return printer.IsComplete ? ExitCodes.Ok : ExitCodes.Partial;
    }

    // A program that reads the lines gets one for the folder, whatever its outcome.
    private void NotifyFailure(LsOptions options, LsRequest request, TransferException failure)
    {
        if (!options.Json) return;
        try
        {
            var json = new ListingJson(request.Url.Endpoint, request.Url.User);
            foreach (var line in json.End(request.Url.Path.WithoutEnd(), null, failure, [])) environment.Out.WriteLine(line);
        }
        catch (IOException)
        {
            // The reader is gone; standard error and the exit code have reported the failure.
        }
    }
}
