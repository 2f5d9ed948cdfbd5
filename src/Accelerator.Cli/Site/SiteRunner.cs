using Accelerator.Cli.Configuration;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Site;

/// <summary>Runs <c>ftpx site</c>. It never uses the network.</summary>
internal sealed class SiteRunner(ProcessEnvironment environment)
{
    private readonly SiteMemory? _memory = environment.OpenSiteMemory();
    private readonly NamedServers _named = new(environment);

    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are invalid.</exception>
    public async Task<int> RunAsync(SiteOptions options)
    {
        try
        {
            await (options.Verb switch
            {
                SiteVerb.Add => _named.AddAsync(options.Name!, options.Url!, [.. options.Assignments.Select(Assignment)]),
                SiteVerb.Remove => _named.RemoveAsync(options.Name!),
                SiteVerb.Forget => ForgetAsync(options),
                SiteVerb.Set => SetAsync(options),
                _ => ShowAsync(options),
            }).ConfigureAwait(false);
            return ExitCodes.Ok;
        }
        catch (StorageException e)
        {
            environment.Messages.Error(e.Message);
            return ExitCodes.Disk;
        }
    }

    private async Task ShowAsync(SiteOptions options)
    {
        var (server, address) = Named(options);
        var listing = _memory is null ? new SiteListing([], []) : await _memory.ListAsync(CancellationToken.None).ConfigureAwait(false);
        foreach (var problem in listing.Problems)
            environment.Messages.Warn(problem);

        // For one login, include the settings that apply to all users.
        var records = listing.Records.Where(
            r => address is null || address.Covers(r.Key) || (r.Key.User is null && (address with { User = null }).Covers(r.Key))).ToList();
        var now = environment.Time.GetUtcNow();
        var hasNames = _named.Show(server, isAll: address is null, options.Json);
        if (options.Json)
        {
            foreach (var record in records) await environment.Out.WriteLineAsync(SiteJson.Line(record, now)).ConfigureAwait(false);
        }
        else if (records.Count == 0 && hasNames)
        {
            return;
        }
        else if (records.Count == 0)
        {
            await environment.Out.WriteLineAsync($"No data is stored for {address?.ToString() ?? "any server"}.").ConfigureAwait(false);
        }
        else
        {
            var terminal = environment.OpenOutTerminal();
            foreach (var table in address is null ? [SiteText.List(records, now)] : records.Select(record => SiteText.Show(record, now)))
                table.Show(terminal, environment.Out);
        }
    }

    private async Task ForgetAsync(SiteOptions options)
    {
        if (options.All == (options.Host is not null)) throw new UsageException("Give the server to forget, or --all for all servers.");
        if (options is { All: true, User: not null })
            throw new UsageException("--all and --user contradict each other; omit one of them.");
        if (_memory is null)
        {
            await environment.Out.WriteLineAsync("No data is stored for any server.").ConfigureAwait(false);
            return;
        }
        if (options.Host is null)
        {
            var count = await _memory.ForgetAllAsync(CancellationToken.None).ConfigureAwait(false);
            await environment.Out.WriteLineAsync(
                count == 0 ? "No data is stored for any server." : $"Forgot {Format.Count(count, "site")}.").ConfigureAwait(false);
            return;
        }

        var address = Named(options).Address!;
        var listing = await _memory.ListAsync(CancellationToken.None).ConfigureAwait(false);
        // An unreadable file is in no list, and its key may be the one that was named.
        var keys = listing.Records.Select(record => record.Key).Where(address.Covers).Append(address.Key)
            .Append(SiteKey.Of(address.Endpoint, address.User)).Distinct();
        var forgotten = 0;
        foreach (var key in keys)
        {
            if (!await _memory.ForgetAsync(key, CancellationToken.None).ConfigureAwait(false)) continue;
            await environment.Out.WriteLineAsync($"Forgot {key}.").ConfigureAwait(false);
            forgotten++;
        }
        if (forgotten == 0) await environment.Out.WriteLineAsync($"No data is stored for {address}.").ConfigureAwait(false);
    }

    private async Task SetAsync(SiteOptions options)
    {
        var (server, address) = Named(options);
        var assignments = options.Assignments.Select(Assignment).ToList();
        if (server is not null)
        {
            if (options.User is not null)
                throw new UsageException($"--user does not apply to {server.Name}, whose URL has the user: {server.Url}.");
            await _named.SetAsync(server.Name, assignments).ConfigureAwait(false);
            return;
        }
        var key = address!.Key;
        if (_memory is null)
            throw new UsageException(environment.IsWindows
                ? "There is no folder to store it in: the variable LOCALAPPDATA is not set."
                : "There is no folder to store it in: set HOME or XDG_STATE_HOME to an absolute path.");

        await _memory.SetAsync(key, settings => assignments.Aggregate(settings, (s, a) => s.With(a.Name, a.Value)),
            CancellationToken.None).ConfigureAwait(false);
        var now = (await _memory.ReadAsync(key, CancellationToken.None).ConfigureAwait(false)).Record.Settings;
        await environment.Out.WriteLineAsync($"{key}: {SiteText.Settings(now)}").ConfigureAwait(false);
    }

    // A name precedes a host that is written alike; ftp://HOST is always the host.
    private (NamedServer? Server, SiteAddress? Address) Named(SiteOptions options)
    {
        if (options.Host is not { } typed) return (null, null);
        var server = _named.Find(typed);
        return (server, SiteAddress.Parse(server?.Url ?? typed, options.User));
    }

    private static (string Name, string? Value) Assignment(string word)
    {
        var equals = word.IndexOf('=');
        if (equals < 1)
            throw new UsageException(
                $"\"{SafeText.Escape(word)}\" is not NAME=VALUE: write for example charset=cp949, or charset= to remove it.");
        var (name, value) = (word[..equals], word[(equals + 1)..]);
        var setting = SiteSettingTable.Find(name);
        if (value.Length == 0) return (name, null);
        if (setting.ProblemOf(value) is { } problem) throw new UsageException($"{name}: {problem}");
        return (name, value);
    }
}
