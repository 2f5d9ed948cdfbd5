using System.Text;
using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Ls;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Job;

/// <summary>Runs <c>ftpx job init</c>: looks at a server's folders and writes a first job file. Changes nothing at the server.</summary>
internal sealed class JobInitRunner(ProcessEnvironment environment)
{
    private const int MostNames = 2000, MostLevels = 8, MostNamed = 10;

    private const string What = "The job file";

    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are invalid, or the file exists.</exception>
    public async Task<int> RunAsync(JobOptions options)
    {
        var path = options.Output is { } output ? Path.GetFullPath(output, environment.Folder) : null;
        if (path is not null && File.Exists(path))
            throw new UsageException($"{SafeText.Escape(options.Output!)} exists and is not replaced: name another file.");
        if (path is not null) WritableFile.RequireFolder(What, path);
        var listing = new LsOptions { Address = options.File! };
        var host = new ListingHost(environment, listing);
        var request = await ListingRequest.ReadOneAsync(listing, listing.Address, "ftpx job init", Check, environment, host.Warn)
            .ConfigureAwait(false);
        return await host.RunAsync(request, InitAsync, static _ => []).ConfigureAwait(false);

        async Task<ExitCode> InitAsync(ListingRunner runner, CancellationToken cancellationToken)
        {
            var found = await FindAsync(runner, request, cancellationToken).ConfigureAwait(false);
            var text = FirstJobFile.Write(found, OperatingSystem.IsWindows());
            if (path is null) environment.Out.WriteLine(text);
            else
            {
                var file = WritableFile.Open(What, path, FileMode.CreateNew, "--output");
                // Closed before the sentence: the last bytes are written then.
                await using (file.ConfigureAwait(false))
                    await file.WriteAsync(Encoding.UTF8.GetBytes(text + "\n"), cancellationToken).ConfigureAwait(false);
                environment.Out.WriteLine($"Wrote {SafeText.Escape(options.Output!)}. {found.Seen}. "
                    + $"Correct the target, then run: ftpx job validate "
                    + SafeText.Escape(CommandText.Quote(options.Output!, environment.IsWindows)));
            }
            return ExitCodes.Ok;
        }

        static void Check(FtpUrl url, RemotePattern? pattern)
        {
            if (pattern is not null) throw new UsageException("ftpx job init takes a folder, without a pattern.");
        }
    }

    // From the folder of the URL down, always into the latest of dated folders.
    private static async Task<FoundArchive> FindAsync(ListingRunner runner, ListingRequest request, CancellationToken cancellationToken)
    {
        var path = request.Path;
        var templates = new List<string>();
        foreach (var part in path.Text.Split('/', StringSplitOptions.RemoveEmptyEntries))
            templates.Add(DatedNames.TemplateOf(part, templates) ?? DatedNames.Escape(part));
        for (var level = 0; ; level++)
        {
            var (files, folders) = await ListAsync(runner, path, cancellationToken).ConfigureAwait(false);
            var dated = folders.Select(name => (Name: name, Template: DatedNames.TemplateOf(name.Text, templates)))
                .Where(static one => one.Template is not null).OrderBy(static one => one.Name.Text, StringComparer.Ordinal).ToList();
            if (files.Count > 0 || dated.Count == 0 || level == MostLevels)
            {
                if (files.Count == 0 && folders.Count > 0)
                    throw new TransferException(FailureKind.NotFound,
                        $"{Shown(path)} has no files and no dated folders. Name one of its folders: "
                            + $"{string.Join(", ", folders.Take(MostNamed).Select(static name => SafeText.Escape(name.Text)))}.");
                var url = request.Url;
                var user = url.User is { } name ? $"{Uri.EscapeDataString(name)}@" : "";
                var seen = $"{Shown(path)} has {Format.Count(files.Count, "file")}{(files.Count == MostNames ? " or more" : "")}";
                return new FoundArchive($"{url.Endpoint.Scheme}://{user}{url.Endpoint}", url.Endpoint.Host,
                    $"/{string.Join('/', templates)}", NamePattern.Of(files), seen,
                    IsRelative: !request.Path.Text.StartsWith('/'));
            }
            var latest = dated[^1];
            path = path.Child(latest.Name);
            templates.Add(latest.Template!);
        }
    }

    private static async Task<(List<string> Files, List<FtpPath> Folders)> ListAsync(
        ListingRunner runner, FtpPath path, CancellationToken cancellationToken)
    {
        var (files, folders) = (new List<string>(), new List<FtpPath>());
        await runner.ListAsync(path, entry =>
        {
            if (entry.Kind == EntryKind.Folder) folders.Add(entry.Name);
            else if (entry.Kind == EntryKind.File && files.Count < MostNames) files.Add(entry.Name.Text);
            return ValueTask.CompletedTask;
        }, cancellationToken).ConfigureAwait(false);
        return (files, folders);
    }

    private static string Shown(FtpPath path) => path.Text.Length == 0 ? "The login folder" : SafeText.Escape(path.Text);
}
