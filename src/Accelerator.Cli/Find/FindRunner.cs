using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Find;

/// <summary>Runs <c>ftpx find</c>: request, walk, exit code.</summary>
/// <param name="environment">The process environment.</param>
internal sealed class FindRunner(ProcessEnvironment environment)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are not a valid request; nothing has been sent over the network.</exception>
    public async Task<int> RunAsync(FindOptions options)
    {
        var host = new ListingHost(environment, options);
        var filter = options.Selection.Filter(environment.Time.GetUtcNow());
        var request = await ListingRequest.ReadOneAsync(
            options, options.Address, "ftpx find", ListingRequest.RefusePattern, environment, host.Warn).ConfigureAwait(false);
        var json = new ListingJson(request.Url.Endpoint, request.Url.User);
        return await host.RunAsync(request, FindAsync, failure => json.End(request.Path, null, failure, [])).ConfigureAwait(false);

        async Task<ExitCode> FindAsync(ListingRunner runner, CancellationToken cancellationToken)
        {
            IListingLines lines = options.Json ? json : new UrlLines(request.Url.Endpoint, request.Url.User);
            var printer = new ListingPrinter(lines, environment.Out, environment.IsOutClosed, host.Warn);
            var selection = new SelectionTally();
            var want = new WalkRequest { Root = request.Path, MaxDepth = options.MaxDepth ?? WalkRequest.DeepestEver,
                Enters = path => filter.Enters(path.Text) };
            await foreach (var folder in runner.WalkAsync(want, cancellationToken).ConfigureAwait(false))
            {
                if (folder is { Depth: 0, Problem: { } problem }) throw problem;
                foreach (var entry in folder.Entries)
                {
                    var path = folder.Relative.Child(entry.Name).Text;
                    if (IsSought(options, path, entry) && selection.Add(filter.Judge(path, entry))) printer.Print(folder.Path, entry);
                }
                printer.End(folder);
            }
            foreach (var doubt in selection.Doubts()) host.Warn(doubt);
            printer.Finish();
            return printer.IsComplete ? ExitCodes.Ok : ExitCodes.Partial;
        }
    }

    // A name of which only NLST is known counts as a file: get would download it.
    private static bool IsSought(FindOptions options, string path, ListingEntry entry) =>
        options.Pattern?.Matches(path, entry.Kind == EntryKind.Folder) != false
            && (options.Type is not { } type || type == (entry.Kind == EntryKind.Unknown ? EntryKind.File : entry.Kind));
}
