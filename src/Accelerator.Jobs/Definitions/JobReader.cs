using Accelerator.Engine.Mirroring;

namespace Accelerator.Jobs.Definitions;

/// <summary>Reads the jobs of a job file.</summary>
/// <param name="servers">The servers of the same file.</param>
/// <param name="checkCron">Throws a <see cref="FormatException"/> that says what is wrong with a cron expression.</param>
/// <param name="demands">What jobs have delivered, as far as it is known.</param>
/// <param name="foreign">The treatment of local paths of another system.</param>
internal sealed class JobReader(
    ServerTable servers, Action<string> checkCron, IReadOnlyList<JobDemand> demands, ForeignPaths foreign)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    // Names that producers use until a file is complete, and hidden files.
    private static readonly string[] Temporary = ["*.tmp", "*.part", "*.filepart", "*.writing", "*.lock", ".*"];

    private static readonly Dictionary<string, JobKind> Kinds =
        new(StringComparer.Ordinal) { ["pull"] = JobKind.Pull, ["fxp"] = JobKind.Fxp };

    private static readonly Dictionary<string, bool> MissingFolders = new(StringComparer.Ordinal) { ["alarm"] = false, ["allow"] = true };

    private static readonly Dictionary<string, MarkerDecision> MarkerDecisions =
        new(StringComparer.Ordinal) { ["quarantine"] = MarkerDecision.Quarantine, ["deliver"] = MarkerDecision.Deliver };

    private static readonly Dictionary<string, JobOrder> Orders = new(StringComparer.Ordinal)
    {
        ["newest"] = JobOrder.Newest, ["oldest"] = JobOrder.Oldest, ["smallest"] = JobOrder.Smallest, ["first_seen"] = JobOrder.FirstSeen,
    };

    public IReadOnlyList<JobDefinition> Read(KeyReader file)
    {
        var (jobs, targets) = (new List<JobDefinition>(), new TargetCheck());
        foreach (var (name, keys) in file.Each("jobs"))
        {
            var job = ReadJob(name, keys);
            keys.Done();
            if (job is null) continue;
            jobs.Add(job);
            targets.Note(keys, job);
        }
        return jobs;
    }

    private JobDefinition? ReadJob(string name, KeyReader keys)
    {
        // The name becomes part of file names, metrics and events.
        if (name.Length is 0 or > 64 || !name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_'))
            keys.Note("", "a job's name is made of letters, digits, - and _, 64 at most.");
        var server = ReadServer(keys);
        var lookBack = keys.Duration("look_back", TimeSpan.FromDays(2));
        var folders = ReadFolders(keys, lookBack);
        var kind = keys.Keyword("kind", JobKind.Pull, Kinds);
        // Which keys apply is known only for a valid kind.
        var isKind = !keys.HasProblem("kind");
        var destination = kind == JobKind.Fxp ? new DestinationReader(servers).ReadServer(keys, server) : null;
        var existing = kind == JobKind.Fxp ? DestinationReader.ReadExisting(keys) : ExistingRule.Prove;
        if (isKind) DestinationReader.CheckKind(keys, kind);
        else foreach (var key in (string[])["destination", "existing"]) keys.Has(key);
        var target = isKind ? ReadTarget(keys, kind) : Template(keys, "target", keys.Required("target", "\"/archive/{yyyy}\""));
        var job = new JobDefinition
        {
            Name = name,
            Kind = kind,
            IsEnabled = keys.Flag("enabled", true),
            Server = server!,
            Folders = folders,
            LookBack = lookBack,
            MissingAfter = ReadMissing(keys),
            Filter = ReadFilter(keys),
            Schedule = ReadSchedule(keys),
            Completeness = ReadCompleteness(keys),
            Recheck = ReadRecheck(keys),
            Order = keys.Keyword("order", JobOrder.Newest, Orders),
            Priority = keys.Number("priority", 100, 0, 1000),
            Destination = destination,
            Existing = existing,
            Target = target!,
            Streams = keys.Number("streams", 0, 1, 64) is > 0 and var streams ? streams : null,
            After = ReadAfter(keys),
            Manifest = keys.Text("manifest") is { } manifest ? LocalPath(keys, "manifest", manifest) : null,
            Effects = ReadEffects(keys),
            Retry = ReadRetry(keys),
            Objective = keys.DurationOrNone("objective"),
            Expect = ExpectReader.Read(keys),
            SilentAfter = keys.DurationOrNone("silent_after"),
        };
        if (server is not null && !keys.HasProblem(""))
            JobFeasibility.Check(keys, job, demands.FirstOrDefault(demand => demand.Job == name));
        return server is null || target is null || folders.Count == 0 || (kind == JobKind.Fxp && destination is null) ? null : job;
    }

    private ServerDefinition? ReadServer(KeyReader keys)
    {
        var name = keys.Required("server", "\"NAME\", where NAME is one of servers");
        if (name.Length > 0 && servers.Problem(name) is { } problem) keys.Note("server", problem);
        return servers.Find(name);
    }

    private static List<PathTemplate> ReadFolders(KeyReader keys, TimeSpan lookBack)
    {
        List<PathTemplate> folders = [];
        foreach (var text in keys.Texts(
            "folders", text => text.StartsWith('/') ? null : $"\"{text}\" is not an absolute path on the server; start it with a slash."))
        {
            if (Template(keys, "folders", text) is not { } folder) continue;
            folders.Add(folder);
            if (folder.Expand(DateTimeOffset.UnixEpoch.AddYears(50), lookBack, "", "").Count > PathTemplate.MostPaths)
                keys.Note("look_back", $"\"{text}\" would be more than {PathTemplate.MostPaths} folders in each poll; reduce look_back.");
        }
        if (folders.Count == 0 && !keys.HasProblem("folders"))
            keys.Missing("folders", "a job needs at least one folder, as in [\"/archive/{yyyy}/{DDD}\"].");
        return folders;
    }

    private PathTemplate? ReadTarget(KeyReader keys, JobKind kind)
    {
        if (kind == JobKind.Fxp)
            return DestinationReader.ReadFolder(keys) is { Length: > 0 } folder ? Template(keys, "target", folder) : null;
        var text = keys.Required("target", "\"D:\\\\archive\\\\{yyyy}\\\\{DDD}\"");
        return text.Length == 0 ? null : LocalPath(keys, "target", text);
    }

    private PathTemplate? LocalPath(KeyReader keys, string name, string text)
    {
        LocalPathCheck.Note(keys, name, text, foreign);
        return Template(keys, name, text);
    }

    private static TimeSpan? ReadMissing(KeyReader keys)
    {
        var mayBeMissing = keys.Keyword("missing_folders", false, MissingFolders);
        var after = keys.Duration("missing_after", TimeSpan.FromDays(1));
        return mayBeMissing ? null : after;
    }

    private static FileFilter ReadFilter(KeyReader keys)
    {
        var include = keys.Texts("include", PatternProblem);
        var exclude = keys.Texts("exclude", PatternProblem);
        return new FileFilter
        {
            Include = [.. include.Select(Glob.Parse)],
            Exclude = [.. exclude.Concat(Temporary).Select(Glob.Parse)],
            MaxDepth = keys.Number("depth", 0, 0, 64),
        };
    }

    private JobSchedule ReadSchedule(KeyReader keys)
    {
        var usual = new JobSchedule(TimeSpan.FromMinutes(1), null, TimeZoneInfo.Utc);
        if (keys.Object("schedule") is not { } schedule) return usual;
        var every = schedule.DurationOrNone("every");
        var cron = schedule.Text("cron");
        var zone = ClockWindowReader.ReadZone(schedule);
        if (schedule.Has("every") == schedule.Has("cron"))
            schedule.Note(schedule.Has("cron") ? "cron" : "every", "a schedule has either every, as in 30s, or cron.");
        if (every < Shortest) schedule.Note("every", "the shortest period is 1s.");
        if (cron is not null && CronText.Problem(cron, checkCron) is { } problem) schedule.Note("cron", problem);
        schedule.Done();
        return new JobSchedule(every, cron, zone);
    }

    private static CompletenessRule ReadCompleteness(KeyReader keys)
    {
        var rule = new CompletenessRule();
        if (keys.Object("complete") is not { } complete) return rule;
        rule = new CompletenessRule
        {
            Polls = complete.Number("looks", rule.Polls, 1, 1000),
            StableFor = complete.Duration("stable_for", rule.StableFor),
            MinimumAge = complete.Duration("minimum_age", rule.MinimumAge),
            Marker = complete.Text("marker"),
            MarkerTimeout = complete.DurationOrNone("marker_timeout"),
            MarkerMissing = complete.Keyword("marker_missing", MarkerDecision.Quarantine, MarkerDecisions),
        };
        if (!complete.Has("marker") && (complete.Has("marker_timeout") || complete.Has("marker_missing")))
            complete.Note(complete.Has("marker_timeout") ? "marker_timeout" : "marker_missing",
                "there is no marker to wait for; add marker, or omit this.");
        if (complete.Has("marker") && !complete.Has("marker_timeout") && complete.Has("marker_missing"))
            complete.Note("marker_missing", "without marker_timeout a file waits for its marker for ever; add it, as in \"2h\".");
        if (rule.MarkerTimeout < Shortest) complete.Note("marker_timeout", "the shortest time is 1s.");
        if (rule.Marker is { } marker && (!marker.Contains("{name}", StringComparison.Ordinal) || marker == "{name}"))
            complete.Note("marker", "write the companion's name with {name} in it, as in {name}.md5.");
        complete.Done();
        return rule;
    }

    private static RecheckRule ReadRecheck(KeyReader keys)
    {
        var usual = RecheckRule.Default;
        if (keys.Object("recheck") is not { } recheck) return usual;
        var rule = new RecheckRule(recheck.Number("sample", usual.Sample, 0, 10_000), recheck.Number("most", usual.Most, 0, 100_000));
        recheck.Done();
        return rule;
    }

    private AfterDelivery? ReadAfter(KeyReader keys)
    {
        if (keys.Object("after") is not { } after) return null;
        var command = after.Texts("command", _ => null);
        if (command.Count == 0 && !after.HasProblem("command"))
            after.Note("command", "write the program and its arguments as a list, as in [\"C:\\\\tools\\\\index.exe\", \"{path}\"].");
        var read = new AfterDelivery(command, after.Duration("timeout", TimeSpan.FromMinutes(5)));
        if (command is [var program, ..])
        {
            // A bare name is looked up in PATH at each start.
            if (program.Contains('/') || program.Contains('\\')) LocalPathCheck.Note(after, "command", program, foreign);
            if (read.Problem(program) is { } problem) after.Note("command", problem);
        }
        after.Done();
        return read;
    }

    private static EffectRule ReadEffects(KeyReader keys)
    {
        var usual = EffectRule.Default;
        if (keys.Object("effects") is not { } effects) return usual;
        var rule = new EffectRule(
            effects.Duration("retry_for", usual.For),
            effects.Duration("first", usual.First),
            effects.Duration("longest", usual.Longest));
        if (rule.First < Shortest) effects.Note("first", "the shortest pause is 1s.");
        NoteShorter(effects, rule.First, rule.Longest);
        effects.Done();
        return rule;
    }

    private static RetryRule ReadRetry(KeyReader keys)
    {
        var usual = RetryRule.Default;
        if (keys.Object("retry") is not { } retry) return usual;
        var rule = new RetryRule(
            retry.Number("attempts", usual.Attempts, 1, 1000),
            retry.Duration("first", usual.First),
            retry.Duration("longest", usual.Longest));
        NoteShorter(retry, rule.First, rule.Longest);
        retry.Done();
        return rule;
    }

    private static void NoteShorter(KeyReader keys, TimeSpan first, TimeSpan longest)
    {
        if (longest < first && !keys.HasProblem("first") && !keys.HasProblem("longest"))
            keys.Note("longest", "the longest pause is shorter than the first.");
    }

    private static PathTemplate? Template(KeyReader keys, string name, string text)
    {
        var template = PathTemplate.Parse(text, out var problem);
        if (problem is not null) keys.Note(name, problem);
        return template;
    }

    private static string? PatternProblem(string text)
    {
        try
        {
            Glob.Parse(text);
            return null;
        }
        catch (FormatException e)
        {
            return $"\"{text}\": {e.Message}";
        }
    }
}
