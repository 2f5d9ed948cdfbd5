using System.Runtime.CompilerServices;
using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Get;

/// <summary>
/// Resolves the patterns among the addresses of one command on their servers, and leaves out unwanted files, over sessions of its own.
/// </summary>
internal sealed class PatternSearch
{
    private const int Parallel = 8;

    private readonly GetRequestBuilder _builder;
    private readonly TimeProvider _time;
    private readonly FileFilter _filter;
    private readonly IReadOnlyList<PatternAddress> _patterns;
    private readonly Dictionary<ListedAddress, GlobMatches> _matches = [];
    private readonly HashSet<ListedAddress> _unwanted = [];
    private readonly List<FileResult> _leftOut = [];
    private readonly List<(PatternAddress Address, FileResult Result)> _failures = [];

    /// <param name="builder">Builds the request; the settings of the servers have been read.</param>
    /// <param name="time">Clock.</param>
    /// <exception cref="UsageException">A pattern is invalid, or no password was found.</exception>
    public PatternSearch(GetRequestBuilder builder, TimeProvider time)
    {
        (_builder, _time) = (builder, time);
        _filter = builder.Filter;
        _patterns = builder.Patterns();
    }

    /// <summary>The decisions of the filter about the files that match.</summary>
    public SelectionTally Selection { get; } = new();

    /// <summary>The first address with a pattern, for a report in which no file can be named; empty if there is none.</summary>
    public string Source => _patterns.Count > 0 ? _patterns[0].Source.ToString() : "";

    /// <summary>The results of the files that the filter leaves out, of addresses without a pattern.</summary>
    public IReadOnlyList<FileResult> LeftOut => _leftOut;

    /// <summary>The results of the addresses that failed.</summary>
    public IReadOnlyList<FileResult> Failures => [.. _failures.Select(failure => failure.Result)];

    /// <summary>The addresses that failed, in the same order.</summary>
    public IEnumerable<PatternAddress> Failed => _failures.Select(failure => failure.Address);

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
            runner.NotifyOfWait(sentence => events.Report(new TransferEvent.Notice(NoticeKind.ServerLimit, sentence)));
            await LeaveOutAsync(runner, [.. server.Where(address => address.Pattern is null)], cancellationToken).ConfigureAwait(false);
            foreach (var address in server)
            {
                if (address.Pattern is { } pattern) await SearchAsync(runner, address, pattern, cancellationToken).ConfigureAwait(false);
            }
        }
        foreach (var gap in _matches.Values.SelectMany(matches => matches.Gaps.Concat(matches.Skipped)))
            events.Report(new TransferEvent.Notice(NoticeKind.Other, gap));
        foreach (var failure in Failures) events.Report(new TransferEvent.Finished(failure));
        return request with { Items = _builder.Build(_matches, _unwanted).Items };
    }

    /// <summary>The exit code of the whole run: the code of the files, but never success if more files may exist.</summary>
    public ExitCode CodeOf(IReadOnlyList<FileResult> files)
    {
        var code = ExitCodes.For([.. Failures, .. files.Except(Failures)]);
        return code.Value == ExitCodes.Ok.Value && _matches.Values.Any(matches => matches.Gaps.Count > 0) ? ExitCodes.Partial : code;
    }

    private async Task SearchAsync(
        ListingRunner runner, PatternAddress address, RemotePattern pattern, CancellationToken cancellationToken)
    {
        try
        {
            var matches = await new GlobExpansion(runner).FilesAsync(pattern, cancellationToken).ConfigureAwait(false);
            _matches[address.Address] = matches with { Files = [.. matches.Files.Where(match => Selects(pattern, match))] };
            if (matches.Files.Count == 0)
                Fail(address, FailureKind.NotFound,
                    $"No file matches {address.Source}. Write *, ? and [ in a name as %2A, %3F and %5B.");
        }
        catch (TransferException e)
        {
            Fail(address, e.Kind, e.Message);
        }
    }

    // A list may hold thousands of files: their sizes and times are asked for in parallel.
    private async Task LeaveOutAsync(ListingRunner runner, IReadOnlyList<PatternAddress> files, CancellationToken cancellationToken)
    {
        var (choices, isLost) = (new FileChoice?[files.Count], new StrongBox<bool>());
        var options = new ParallelOptions { MaxDegreeOfParallelism = Parallel, CancellationToken = cancellationToken };
        await System.Threading.Tasks.Parallel.ForEachAsync(
            Enumerable.Range(0, files.Count),
            options,
            async (i, token) => choices[i] = await JudgeAsync(runner, files[i].Url.Path, isLost, token).ConfigureAwait(false))
            .ConfigureAwait(false);
        for (var i = 0; i < choices.Length; i++)
        {
            if (choices[i] is not { } choice || Selection.Add(choice)) continue;
            _unwanted.Add(files[i].Address);
            _leftOut.Add(FileResult.NotSelected(files[i].Source, SelectionTally.Sentence($"{files[i].Source}", choice)));
        }
    }

    // Null where the server refuses to tell: the download then reports why.
    private async Task<FileChoice?> JudgeAsync(
        ListingRunner runner, FtpPath path, StrongBox<bool> isLost, CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref isLost.Value)) return null;
        try
        {
            return await runner.JudgeAsync(path, _filter, cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException e)
        {
            // Each query of a server that is gone waits for all tries: a list of files would take hours.
            if (FactReader.IsServerLost(e)) Volatile.Write(ref isLost.Value, true);
            return null;
        }
    }

    private bool Selects(RemotePattern pattern, GlobMatch match) =>
        Selection.Add(_filter.Judge(pattern.TextBelow(match.Path), match.Entry));

    private void Fail(PatternAddress address, FailureKind kind, string sentence) =>
        _failures.Add((address, FileResult.Failed(address.Source, "", kind, sentence)));
}
