using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Running;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Stat;

/// <summary>Runs <c>ftpx stat</c>: requests, questions, exit code.</summary>
/// <param name="environment">The process environment.</param>
internal sealed class StatRunner(ProcessEnvironment environment)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are not a valid request; nothing has been sent over the network.</exception>
    public async Task<int> RunAsync(StatOptions options)
    {
        var host = new ListingHost(environment, options);
        var requests = await ListingRequest.ReadAsync(
            options, options.Addresses, "ftpx stat", ListingRequest.RefusePattern, environment, host.Warn).ConfigureAwait(false);
        return await host.RunAsync((trace, stop) => AskAllAsync(options, requests, trace, host, stop), static _ => [])
            .ConfigureAwait(false);
    }

    private async Task<ExitCode> AskAllAsync(
        StatOptions options, IReadOnlyList<ListingRequest> requests, Action<FtpTraceLine>? trace, ListingHost host,
        CancellationToken cancellationToken)
    {
        var failures = new List<FailureKind>();
        foreach (var server in requests.GroupBy(request => (request.Source.Endpoint, request.Source.Credential)))
        {
            var first = server.First();
            var runner = await ListingRunner.OpenAsync(
                first.Transfer with { Trace = trace }, first.Source, environment.Time, cancellationToken).ConfigureAwait(false);
            await using var goodbye = runner.ConfigureAwait(false);
            runner.NotifyOfWait(host.Warn);
            TransferException? lost = null;
            foreach (var request in server)
            {
                // Each query of a server that is gone waits for all tries.
                var (facts, failure) = lost is not null
                    ? (null, lost) : await AskAsync(runner, request, options.Hash, cancellationToken).ConfigureAwait(false);
                if (failure is not null) failures.Add(failure.Kind);
                if (failure is not null && failure != lost) host.Fail(failure.Message);
                if (failure is not null && FactReader.IsServerLost(failure)) lost = failure;
                Print(options, request, facts, failure);
                if (options.Hash && facts is { Kind: not EntryKind.Folder, Hash: null })
                    host.Warn($"{request.Url}: the server {(facts.OfferedHashes.Count == 0 ? "offers" : "returned")} no hash.");
            }
        }
        return ExitCodes.For(failures, isPartlyDone: failures.Count < requests.Count);
    }

    private static async Task<(EntryFacts? Facts, TransferException? Failure)> AskAsync(
        ListingRunner runner, ListingRequest request, bool withHash, CancellationToken cancellationToken)
    {
        try
        {
            return (await runner.StatAsync(request.Path, withHash, cancellationToken).ConfigureAwait(false), null);
        }
        catch (TransferException e)
        {
            return (null, e);
        }
    }

    private void Print(StatOptions options, ListingRequest request, EntryFacts? facts, TransferException? failure)
    {
        var url = FtpUrl.Write(request.Url.Endpoint, request.Url.User, request.Path);
        if (options.Json) environment.Out.WriteLine(StatJson.Line(url, request.Path, facts, failure));
        else if (facts is not null)
            foreach (var line in StatText.Lines(request.Url.ToString(), facts)) environment.Out.WriteLine(line);
    }
}
