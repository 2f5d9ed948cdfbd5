using Accelerator.Cli.Get;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Running;
using Accelerator.Engine.Machine;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>
/// The verbs get and mget: the engine fetches binary files; one plain stream fetches text, and files from a server with another kind of
/// folders.
/// </summary>
/// <param name="context">The prompt.</param>
/// <param name="calls">The engine calls.</param>
internal sealed class ScriptFetch(ScriptContext context, TransferCalls calls)
{
    private static readonly TimeSpan LongestLogin = TimeSpan.FromSeconds(4);

    private readonly PlainFetch _plain = new(context);

    /// <summary>Carries out get and recv.</summary>
    public async Task GetAsync(ScriptLine line)
    {
        if (await context.ArgumentAsync(line, 0, "Remote file").ConfigureAwait(false) is not { } remote) return;
        var local = line.Arguments.Count > 0
            ? line.Arguments.ElementAtOrDefault(1) : await context.ArgumentAsync(line, 1, "Local file").ConfigureAwait(false);
        var path = context.Link.PathOf(remote);
        context.Unfetched.Want(path.Text);
        var name = local ?? LocalName.From(path.ExactName, context.ProcessEnvironment.NameRules);
        if (name is null)
        {
            context.Fail(ExitCodes.Usage, $"{path} has no usable local name: give one with get remote-file local-file.");
            return;
        }
        var target = Path.GetFullPath(name, context.Modes.Folder);
        if (Directory.Exists(target))
            context.Fail(ExitCodes.Usage, $"{SafeText.Escape(name)} is a local folder: give a file name with get remote-file local-file.");
        else await FetchAsync([new ScriptFile(path, target, null)]).ConfigureAwait(false);
    }

    /// <summary>
    /// Carries out mget. Patterns are resolved over the engine's own sessions, so that each server's listing is parsed correctly.
    /// </summary>
    public async Task GetManyAsync(ScriptLine line)
    {
        var found = new List<(FtpPath Path, ListedFacts? Facts)>();
        foreach (var word in await context.NamesAsync(line, "Remote files").ConfigureAwait(false))
        {
            if (context.Modes.Globs && Glob.IsPattern(word))
            {
                context.Unfetched.WantPattern(word);
                found.AddRange(await FindAsync(word).ConfigureAwait(false));
            }
            else found.Add((context.Link.PathOf(word), null));
        }

        foreach (var (path, _) in found) context.Unfetched.Want(path.Text);
        var names = LocalNames.Of(found.Select(file => file.Path.ExactName).Distinct(), context.ProcessEnvironment.NameRules);
        var files = new List<ScriptFile>();
        var taken = new HashSet<string>(LocalNames.Comparer(context.ProcessEnvironment.NameRules));
        foreach (var (path, facts) in found.DistinctBy(static file => file.Path))
        {
            if (!names.TryGetValue(path.ExactName, out var name) || !taken.Add(name))
            {
                context.Fail(ExitCodes.Usage,
                    $"{path} was skipped, because its local name is not usable or is already taken: download it with get remote-file "
                        + "local-file.");
                continue;
            }
            if (await context.IsWantedAsync($"mget {SafeText.Escape(path.Name)}? ").ConfigureAwait(false) is not { } isWanted) break;
            if (isWanted) files.Add(new ScriptFile(path, Path.Combine(context.Modes.Folder, name), facts));
            else context.Unfetched.Fetched(path.Text);
        }
        if (files.Count > 0) await FetchAsync(files).ConfigureAwait(false);
    }

    private async Task FetchAsync(IReadOnlyList<ScriptFile> files)
    {
        var renames = new RenameNotices(
            [.. files.Select(static file => (file.Path, file.Target))], context.Link.Charset, context.ProcessEnvironment.NameRules,
            isScript: true);
        foreach (var sentence in renames.Sentences()) context.Screen.Notice(SafeText.Escape(sentence));
        if (!context.Modes.IsBinary || files.Any(file => !file.Path.IsAbsolute))
        {
            foreach (var file in files)
                if (!await context.TryAsync(() => _plain.FetchAsync(file)).ConfigureAwait(false)) break;
            return;
        }
        if (context.Link.Endpoint is not { } endpoint || context.Link.Credential is not { } credential)
        {
            context.Fail(ExitCodes.Login, "530 Not logged in: log in first with user NAME PASSWORD.");
            return;
        }

        var wanted = await EffectiveOptionsAsync(SiteKey.Of(endpoint, credential.User)).ConfigureAwait(false);
        var request = wanted.Request(
            [.. files.Select(file => new TransferItem { Sources = [Source(endpoint, credential, file.Path)],
                TargetPath = file.Target, Listed = file.Facts })], [null], context.ProcessEnvironment.Time)
            with { Overwrite = true, Sites = context.Memory };
        if (context.Link.IsNarrow) await context.Link.StepAsideAsync().ConfigureAwait(false);
        using var awake = KeepAwake.For("ftpx is downloading files.");
        var failed = await RunAsync(request).ConfigureAwait(false);
        // The session of the prompt may hold the only session slot of the server. It logged in with the same password, so the password was
        // not refused.
        if (failed.Exists(IsNoRoom) && context.Link.HoldsSession)
        {
            await context.Link.StepAsideAsync().ConfigureAwait(false);
            var again = failed.Where(IsNoRoom).Select(result => result.TargetPath).ToHashSet();
            failed = [.. failed.Where(result => !IsNoRoom(result)),
                .. await RunAsync(request
                    with { Items = [.. request.Items.Where(item => again.Contains(item.TargetPath))] }).ConfigureAwait(false)];
        }
        foreach (var file in files.Where(file => failed.TrueForAll(result => result.TargetPath != file.Target)))
            context.Unfetched.Fetched(file.Path.Text);
        foreach (var result in failed)
            context.Fail(ExitCodes.For(result.Failure!.Value), ScriptFailures.Line(result.Failure.Value, result.Message));
    }

    private async Task<List<FileResult>> RunAsync(TransferRequest request)
    {
        var names = request.Items.ToDictionary(item => item.TargetPath, item => item.Sources[0].Path.Name, StringComparer.Ordinal);
        var progress = new ScriptProgress(context.Screen, context.Modes, names);
        var running = calls.Run(request, progress, context.Stop);
        if (context.Link.HoldsSession)
        {
            // If no session was accepted, the prompt may hold the only slot: the engine retries for close to a minute and finds it free.
            await Task.WhenAny(running, Task.Delay(LongestLogin, context.ProcessEnvironment.Time, context.Stop)).ConfigureAwait(false);
            if (!running.IsCompleted && !progress.IsIn) await context.Link.StepAsideAsync().ConfigureAwait(false);
        }
        var result = await running.ConfigureAwait(false);
        progress.EndMarks();
        return [.. result.Files.Where(file => file.Failure is not null)];
    }

    private static bool IsNoRoom(FileResult result) => result.Failure is FailureKind.ServerLimit or FailureKind.Login;

    private async Task<IReadOnlyList<(FtpPath Path, ListedFacts? Facts)>> FindAsync(string word)
    {
        if (context.Link.Endpoint is not { } endpoint || context.Link.Credential is not { } credential)
        {
            context.Fail(ExitCodes.Login, "530 Not logged in: log in first with user NAME PASSWORD.");
            return [];
        }
        try
        {
            var pattern = ScriptPattern.Read(word, context.Link.Folder, context.Link.IsIis, context.Link.Charset);
            var wanted = await EffectiveOptionsAsync(SiteKey.Of(endpoint, credential.User)).ConfigureAwait(false);
            var source = Source(endpoint, credential, pattern.Start);
            var matches = await FindAsync(
                wanted.Request([], [null], context.ProcessEnvironment.Time) with { Sites = context.Memory }, source, pattern)
                .ConfigureAwait(false);
            foreach (var gap in matches.Gaps) context.Fail(ExitCodes.Partial, $"451 {SafeText.Escape(gap)}");
            foreach (var skipped in matches.Skipped) context.Screen.Say(skipped);
            if (matches.Files.Count == 0) context.Fail(ExitCodes.NotFound, $"550 No file matches {SafeText.Escape(word)}.");
            else if (matches.Gaps.Count == 0) context.Unfetched.Fetched(word);
            // z/OS and VMS have folders that a name cannot be appended to, and the session is in this one.
            var isHere = pattern.Names.Count == 1 && context.Link.Folder is { IsAbsolute: false } here && here.Equals(pattern.Start);
            return [.. matches.Files.Select(match => (isHere ? match.Path.Split().Name : match.Path, match.Facts))];
        }
        catch (TransferException e)
        {
            context.Fail(ExitCodes.For(e.Kind), ScriptFailures.Line(e.Kind, e.Message));
            return [];
        }
        catch (FormatException e)
        {
            context.Fail(ExitCodes.Usage, SafeText.Escape(e.Message));
            return [];
        }
    }

    private async Task<GlobMatches> FindAsync(TransferRequest request, TransferSource source, RemotePattern pattern)
    {
        if (context.Link.IsNarrow) await context.Link.StepAsideAsync().ConfigureAwait(false);
        try
        {
            return await ListAsync().ConfigureAwait(false);
        }
        catch (TransferException e) when (e.Kind is FailureKind.ServerLimit or FailureKind.Login && context.Link.HoldsSession)
        {
            await context.Link.StepAsideAsync().ConfigureAwait(false);
            return await ListAsync().ConfigureAwait(false);
        }

        async Task<GlobMatches> ListAsync()
        {
            var runner = await ListingRunner.OpenAsync(
                request, source, context.ProcessEnvironment.Time, context.Stop).ConfigureAwait(false);
            await using var goodbye = runner.ConfigureAwait(false);
            return await new GlobExpansion(runner).FilesAsync(pattern, context.Stop).ConfigureAwait(false);
        }
    }

    private TransferSource Source(FtpEndpoint endpoint, FtpCredential credential, FtpPath path) =>
        new(endpoint, credential, path) { Proxy = context.Link.Proxy };

    private Task<TransferOptions> EffectiveOptionsAsync(SiteKey key) => context.EffectiveOptionsAsync(
        new GetOptions { Active = context.Options.Active, Typed = context.Options.Active ? new HashSet<string> { "--active" } : [] }, key);
}

/// <summary>One file that get or mget fetches.</summary>
/// <param name="Path">The remote path.</param>
/// <param name="Target">The full local path.</param>
/// <param name="Facts">The facts from a listing; null if there was none.</param>
internal sealed record ScriptFile(FtpPath Path, string Target, ListedFacts? Facts);
