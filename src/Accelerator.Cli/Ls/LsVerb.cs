using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Ls;

/// <summary><c>ftpx ls</c>'s work: request, listing, exit code.</summary>
/// <param name="environment">The process.</param>
internal sealed class LsVerb(ProcessEnvironment environment)
{
    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="UsageException">The words make no request; nothing has touched the network.</exception>
    public async Task<int> RunAsync(LsOptions options)
    {
        var request = await LsRequest.BuildAsync(options, environment, Say).ConfigureAwait(false);
        using var trace = options.Get.Trace is { Length: > 0 } file ? TraceFile.Open(Path.GetFullPath(file, environment.Folder), environment.Time) : null;
        using var stop = new StopSwitch(() => Say("stopping. Ctrl-C again ends at once."), environment.ExitNow, environment.Time);
        using var signals = environment.ListenForStop(stop);
        try
        {
            return await ListAsync(options, trace is null ? request : request with { Transfer = request.Transfer with { Trace = trace.Write } }, stop.Token).ConfigureAwait(false);
        }
        catch (TransferException e)
        {
            Say(SafeText.Escape(e.Message));
            if (options.Get.Json) NotifyFailure(request, e);
            return ExitCodes.For(e.Kind);
        }
        catch (OperationCanceledException) when (stop.Pressed)
        {
            Say("stopped.");
            return ExitCodes.Cancelled;
        }
        catch (OutputClosedException)
        {
            return ExitCodes.Disk;
        }
        catch (IOException e) when (e is not FtpException)
        {
            Say($"The output cannot be written: {SafeText.Escape(e.Message)}");
            return ExitCodes.Disk;
        }
    }

    private async Task<ExitCode> ListAsync(LsOptions options, LsRequest request, CancellationToken cancellationToken)
    {
        var runner = await ListingRunner.OpenAsync(request.Transfer, request.Source, environment.Time, cancellationToken).ConfigureAwait(false);
        await using var goodbye = runner.ConfigureAwait(false);
        IListingLines lines = options.Get.Json ? new ListingJson(request.Url.Endpoint, request.Url.User) : new ListingText(options.Long);
        var printer = new ListingPrinter(lines, environment.Out, environment.IsOutClosed, Say);
        var run = new LsRun(runner, printer, request);
        await (options.Recursive ? run.WalkAsync(options.MaxDepth, cancellationToken) : run.ListAsync(cancellationToken)).ConfigureAwait(false);
        printer.Finish();
        return printer.IsComplete ? ExitCodes.Ok : ExitCodes.Partial;
    }

    // A program that reads the lines gets one for the folder, whatever has become of it.
    private void NotifyFailure(LsRequest request, TransferException failure)
    {
        try
        {
            foreach (var line in new ListingJson(request.Url.Endpoint, request.Url.User).End(request.Url.Path.WithoutEnd(), null, failure, [])) environment.Out.WriteLine(line);
        }
        catch (IOException)
        {
            // Nothing reads it any more; standard error and the exit code have told.
        }
    }

    private void Say(string sentence)
    {
        try
        {
            environment.Err.WriteLine($"ftpx: {sentence}");
        }
        catch (IOException)
        {
            // The terminal is gone; what is listed may still be wanted on standard output.
        }
    }
}
