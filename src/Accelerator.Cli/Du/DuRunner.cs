using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Du;

/// <summary>Runs <c>ftpx du</c>: request, walk, sums, exit code.</summary>
/// <param name="environment">The process environment.</param>
internal sealed class DuRunner(ProcessEnvironment environment)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are not a valid request; nothing has been sent over the network.</exception>
    public async Task<int> RunAsync(DuOptions options)
    {
        var host = new ListingHost(environment, options);
        var filter = options.Selection.Filter(environment.Time.GetUtcNow());
        var request = await ListingRequest.ReadOneAsync(
            options, options.Address, "ftpx du", ListingRequest.RefusePattern, environment, host.Warn).ConfigureAwait(false);
        var json = new DuJson(request.Url.Endpoint, request.Url.User);
        return await host.RunAsync(
            request, SumAsync,
            failure => [DuJson.Result(new DuFolder(request.Path, 0), ExitCodes.For(failure.Kind), failure.Message)]).ConfigureAwait(false);

        async Task<ExitCode> SumAsync(ListingRunner runner, CancellationToken cancellationToken)
        {
            var tree = new DuTree(options.Summarize ? 0 : options.MaxDepth ?? WalkRequest.DeepestEver);
            var (gaps, selection) = (new ListingGaps(host.Warn), new SelectionTally());
            await WalkAsync(runner, request, filter, tree, gaps, selection, cancellationToken).ConfigureAwait(false);
            foreach (var doubt in selection.Doubts()) host.Warn(doubt);
            gaps.Finish();
            var folders = tree.Folders.ToList();
            if (folders[^1].UnsizedFiles is > 0 and var unsized)
                host.Warn($"{Format.Count(unsized, "file")} of unknown size counted as 0 bytes.");
            var code = gaps.IsComplete ? ExitCodes.Ok : ExitCodes.Partial;
            foreach (var line in options.Json ? json.Lines(folders, code) : DuText.Lines(folders, options.Human))
                environment.Out.WriteLine(line);
            return code;
        }
    }

    private static async Task WalkAsync(
        ListingRunner runner, ListingRequest request, FileFilter filter, DuTree tree, ListingGaps gaps, SelectionTally selection,
        CancellationToken cancellationToken)
    {
        var want = new WalkRequest { Root = request.Path, Enters = path => filter.Enters(path.Text) };
        await foreach (var folder in runner.WalkAsync(want, cancellationToken).ConfigureAwait(false))
        {
            if (folder is { Depth: 0, Problem: { } problem })
            {
                if (problem.Kind != FailureKind.NotFound || request.Url.Path.Name.Length == 0) throw problem;
                var (entry, outcome) = await runner.FindAsync(request.Path, cancellationToken).ConfigureAwait(false);
                if (entry is null or { Kind: EntryKind.Folder }) throw problem;
                gaps.Add(outcome);
                tree.Add(folder.Relative, folder.Path, 0, [.. Wanted(entry.Name.Text, entry)]);
                return;
            }
            gaps.Add(folder);
            if (folder.Problem is not null) continue;
            tree.Add(folder.Relative, folder.Path, folder.Depth,
                [.. folder.Entries.SelectMany(entry => Wanted(folder.Relative.Child(entry.Name).Text, entry))]);
        }

        // As with du, a link is no file: what it leads to counts in its own place.
        IEnumerable<long?> Wanted(string path, ListingEntry entry) =>
            entry.Kind is EntryKind.File or EntryKind.Unknown && selection.Add(filter.Judge(path, entry)) ? [entry.Size] : [];
    }
}

/// <summary>Formats the sums for people: bytes, files and path of each folder, below each other.</summary>
internal static class DuText
{
    /// <summary>Returns a line for each folder.</summary>
    /// <param name="folders">The folders.</param>
    /// <param name="isHuman">Whether sizes are written as <c>1.25 GiB</c>.</param>
    public static IEnumerable<string> Lines(IReadOnlyList<DuFolder> folders, bool isHuman)
    {
        var rows = folders.Select(folder => (
            Size: isHuman ? Format.Size(folder.Bytes) : $"{folder.Bytes}", Files: Format.Count(folder.Files, "file"),
            Path: folder.Path.IsEmpty ? "." : folder.Path.ToString())).ToList();
        var (sizes, files) = (rows.Max(row => row.Size.Length), rows.Max(row => row.Files.Length));
        return rows.Select(row => $"{row.Size.PadLeft(sizes)}  {row.Files.PadLeft(files)}  {row.Path}");
    }
}

/// <summary>
/// Writes the sums as lines of JSON: one for each folder, then one for the run. Names are stable; docs/json.md lists them and a test
/// compares the two.
/// </summary>
/// <param name="endpoint">The server.</param>
/// <param name="user">The user in the address, or null.</param>
internal sealed class DuJson(FtpEndpoint endpoint, string? user)
{
    /// <summary>Returns all lines.</summary>
    /// <param name="folders">The folders; the root is the last.</param>
    /// <param name="code">The exit code of the run.</param>
    public IEnumerable<string> Lines(IReadOnlyList<DuFolder> folders, ExitCode code) =>
        [.. folders.Select(Folder), Result(folders[^1], code, null)];

    /// <summary>Returns the line of the run.</summary>
    /// <param name="root">The sum of all.</param>
    /// <param name="code">The exit code of the run.</param>
    /// <param name="message">Why there is no sum; null where there is one.</param>
    public static string Result(DuFolder root, ExitCode code, string? message) => JsonLine.Of("du_result", json =>
    {
        json.WriteOutcome(code);
        json.WriteString("message", message);
        json.WriteNumber("folders", root.Folders);
        json.WriteNumber("files", root.Files);
        json.WriteNumber("bytes", root.Bytes);
        json.WriteNumber("unsized_files", root.UnsizedFiles);
    });

    private string Folder(DuFolder folder) => JsonLine.Of("du_folder", json =>
    {
        json.WriteString("path", folder.Path.Text);
        json.WriteString("url", FtpUrl.Write(endpoint, user, folder.Path));
        json.WriteNumber("level", folder.Level);
        json.WriteNumber("folders", folder.Folders);
        json.WriteNumber("files", folder.Files);
        json.WriteNumber("bytes", folder.Bytes);
        json.WriteNumber("unsized_files", folder.UnsizedFiles);
    });
}
