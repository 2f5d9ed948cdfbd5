using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Get;

/// <summary>Resolves the patterns among the addresses of one command on their servers, over sessions of its own.</summary>
internal sealed class PatternSearch
{
    private readonly GetRequestBuilder _builder;
    private readonly TimeProvider _time;
    private readonly IReadOnlyList<PatternAddress> _patterns;
    private readonly Dictionary<ListedAddress, GlobMatches> _matches = [];
    private readonly List<FileResult> _failures = [];

    /// <param name="builder">Builds the request; the settings of the servers have been read.</param>
    /// <param name="time">Clock.</param>
    /// <exception cref="UsageException">A pattern is invalid, or no password was found.</exception>
    public PatternSearch(GetRequestBuilder builder, TimeProvider time)
    {
        (_builder, _time) = (builder, time);
        _patterns = builder.Patterns();
    }

    /// <summary>The first address with a pattern, for a report in which no file can be named; empty if there is none.</summary>
    public string Source => _patterns.Count > 0 ? _patterns[0].Source.ToString() : "";

    /// <summary>Adds the files that match the patterns to a request. A failed address is reported as the failure of a file.</summary>
    /// <param name="request">The request, in which patterns do not yet stand for any file.</param>
    /// <param name="events">Receives failures, and notices about files that may be missing.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="UsageException">Two files would get in each other's way, or a file has no usable name.</exception>
    public async Task<TransferRequest> RunAsync(
        TransferRequest request, IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        if (_patterns.Count == 0) return request;
        foreach (var server in _patterns.GroupBy(address => (address.Source.Endpoint, address.Source.Credential)))
        {
            var runner = await ListingRunner.OpenAsync(request, server.First().Source, _time, cancellationToken).ConfigureAwait(false);
            await using var goodbye = runner.ConfigureAwait(false);
            foreach (var address in server) await SearchAsync(runner, address, cancellationToken).ConfigureAwait(false);
        }
        foreach (var gap in _matches.Values.SelectMany(matches => matches.Gaps))
            events.Report(new TransferEvent.Notice(NoticeKind.Other, gap));
        foreach (var failure in _failures) events.Report(new TransferEvent.Finished(failure));
        return request with { Items = _builder.Build(_matches).Items };
    }

    /// <summary>The exit code of the whole run: the code of the files, but never success if more files may exist.</summary>
    public ExitCode CodeOf(IReadOnlyList<FileResult> files)
    {
        var code = ExitCodes.For([.. _failures, .. files.Except(_failures)]);
        return code.Value == ExitCodes.Ok.Value && _matches.Values.Any(matches => matches.Gaps.Count > 0) ? ExitCodes.Partial : code;
    }

    private async Task SearchAsync(ListingRunner runner, PatternAddress address, CancellationToken cancellationToken)
    {
        try
        {
            var matches = await new GlobExpansion(runner).FilesAsync(address.Pattern, cancellationToken).ConfigureAwait(false);
            _matches[address.Address] = matches;
            if (matches.Files.Count == 0)
                Fail(address, FailureKind.NotFound,
                    $"No file matches {address.Source}. Write *, ? and [ in a name as %2A, %3F and %5B.");
        }
        catch (TransferException e)
        {
            Fail(address, e.Kind, e.Message);
        }
    }

    private void Fail(PatternAddress address, FailureKind kind, string sentence) =>
        _failures.Add(FileResult.Failed(address.Source, "", kind, sentence));
}
