using Accelerator.Service.Alerts;

namespace Accelerator.Soak.Tests.Constellation;

/// <summary>Compares what the service shows, alerts and delivers with what the plan says.</summary>
internal sealed class ConstellationCheck(ConstellationPlan plan, ConstellationFixture fixture)
{
    // One slot: two polls.
    private static readonly TimeSpan Delay = ConstellationPlan.Slot;

    // After a failure the files are found and fetched first: a slot that waits is not a gap until it has waited for so long.
    private static readonly TimeSpan CatchUp = ConstellationPlan.LateAfter + TimeSpan.FromMinutes(15);

    private static readonly TimeSpan LookBack = TimeSpan.FromHours(6);
    private static readonly TimeSpan OncePer = TimeSpan.FromHours(1);

    private readonly ILookup<(int Job, DateTimeOffset At), PlannedFile> _slots = plan.Files.ToLookup(file => (file.Job, file.At));
    private readonly HashSet<(int Job, DateTimeOffset At)> _named = [];
    private readonly Dictionary<string, DateTimeOffset> _alerted = new(StringComparer.Ordinal);
    private TimeSpan _longest;
    private string _latest = "none";
    private int _seen;

    /// <summary>Looks at the figures and at the messages since the last call.</summary>
    /// <param name="json">The figures as the page gets them.</param>
    public void See(string json, DateTimeOffset now)
    {
        using var figures = JsonDocument.Parse(json);
        // After the end of the plan the archives publish nothing, and every slot is a gap.
        if (now < plan.End + ConstellationPlan.LateAfter)
        {
            foreach (var job in figures.RootElement.GetProperty("jobs").EnumerateArray()) See(job, now);
        }
        foreach (var (at, news) in fixture.Sent.Skip(_seen)) See(news, at);
        _seen = fixture.Sent.Count;
    }

    /// <summary>Checks the deliveries at the end.</summary>
    /// <returns>What was found, in words.</returns>
    public async Task<string> EndAsync(IReadOnlyList<DeliveredRow> rows)
    {
        var delivered = new HashSet<(string Path, long Size)>();
        foreach (var row in rows) Expect(delivered.Add((row.Path, row.Size)), $"{row.Path} with {row.Size} bytes was delivered twice");
        var wanted = 0;
        for (var i = 0; i < plan.Files.Count; i++)
        {
            var file = plan.Files[i];
            if (file.Comes is null) continue;
            var last = file.Content(file.Again is null ? 1 : 2);
            var path = fixture.TargetOf(file);
            Expect(delivered.Remove((path, last.Length)), $"{file.Path} was not delivered");
            if (file.Again is not null) delivered.Remove((path, file.Content(1).Length));
            Expect(new FileInfo(path) is { Exists: true } info && info.Length == last.Length, $"{path} does not have {last.Length} bytes");
            if (i % 97 == 0) Expect(await last.FirstDifferenceAsync(path, CancellationToken.None) is null, $"{path} has other bytes");
            wanted++;
        }
        Expect(delivered.Count == 0, $"{delivered.FirstOrDefault()} was delivered and never published");
        var gaps = _slots.Where(slot => slot.Any(file => IsOpen(file, slot.Key.At + ConstellationPlan.LateAfter))).ToList();
        var unnamed = gaps.Where(gap => !_named.Contains(gap.Key) && !plan.IsDisturbed(gap.Key.Job, gap.Key.At + ConstellationPlan.LateAfter + Delay, CatchUp)).ToList();
        Expect(unnamed.Count == 0, $"{unnamed.Count} gaps were never named, the first {unnamed.FirstOrDefault()?.Key}");
        Expect(_longest <= Delay, $"A gap, {_latest}, was named {_longest.TotalMinutes:0.000} min after its deadline");
        var (messages, alarms) = (fixture.Sent.Count, fixture.Sent.Sum(sent => sent.News.Causes.Count));
        return $"{wanted} files, {rows.Count} deliveries, none lost, none twice; {gaps.Count} gaps, {_named.Count} named, the last {_longest.TotalMinutes:0.0} min after its deadline; "
            + $"{messages} messages with {alarms} alarms of {_alerted.Count} causes, none false, none twice within an hour.";
    }

    private void See(JsonElement job, DateTimeOffset now)
    {
        var number = int.Parse(job.GetProperty("name").GetString()!.AsSpan(3), CultureInfo.InvariantCulture);
        var runs = job.GetProperty("slots").GetProperty("gaps").EnumerateArray()
            .Select(run => (From: run.GetProperty("from").GetDateTimeOffset(), To: run.GetProperty("to").GetDateTimeOffset(), Slots: run.GetProperty("slots").GetInt32())).ToList();
        var isDisturbed = plan.IsDisturbed(number, now, CatchUp);
        foreach (var (from, to, slots) in runs)
        {
            var open = Slots(from, to).Where(at => _slots[(number, at)].Any(file => IsOpen(file, now - Delay))).ToList();
            foreach (var at in open.Where(at => _named.Add((number, at)) && !isDisturbed))
            {
                var after = now - at - ConstellationPlan.LateAfter;
                if (after > _longest) (_longest, _latest) = (after, $"that of job {number} at {at:MM-dd HH:mm}");
            }
            if (!isDisturbed) Expect(slots <= open.Count, $"{now:MM-dd HH:mm}: job {number} is said to have {slots} gaps from {from:HH:mm} to {to:HH:mm}, and has {open.Count}");
        }
        if (isDisturbed) return;
        // Oldest slots leave the figures with the look-back time.
        var first = Max(plan.Begin, now - LookBack + TimeSpan.FromMinutes(20));
        foreach (var at in Slots(plan.Begin, now - ConstellationPlan.LateAfter - Delay).Where(at => at >= first && at < plan.End))
        {
            if (!_slots[(number, at)].Any(file => IsOpen(file, now)) || plan.IsDisturbed(number, at, CatchUp)) continue;
            Expect(runs.Exists(run => run.From <= at && at <= run.To), $"{now:MM-dd HH:mm}: the gap of job {number} at {at:MM-dd HH:mm} is not named");
        }
    }

    private void See(AlertNews news, DateTimeOffset now)
    {
        foreach (var cause in news.Causes)
        {
            var about = cause.Incident.About;
            Expect(!_alerted.TryGetValue(cause.Key, out var before) || now - before >= OncePer, $"{about} was alerted at {before:MM-dd HH:mm} and at {now:MM-dd HH:mm}");
            _alerted[cause.Key] = now;
            Expect(IsTrue(about, cause.Incident.Message, now), $"{now:MM-dd HH:mm}: false alarm about {about}: {cause.Incident.Message}");
        }
        foreach (var (about, _, _) in news.Over)
            Expect(SlotOf(about) is not { } slot || !IsOpen(slot, now), $"{now:MM-dd HH:mm}: {about} is said to be resolved, and is open");
        foreach (var (about, _, _) in news.Expired)
            Expect(
                GapsOf(about, now).Any(at => at < now - LookBack),
                $"{now:MM-dd HH:mm}: {about} is said to be no longer watched, and has arrived or is watched");
        Expect(news.Failures.Count == 0, $"{now:MM-dd HH:mm}: {string.Join(", ", news.Failures)} failed");
    }

    private bool IsTrue(string about, string message, DateTimeOffset now)
    {
        var words = about.Split(' ');
        if (words is ["server", ['s', .. var server]])
            return plan.Disturbances.Any(one => one.Kind == DisturbanceKind.Server && $"{one.Server}" == server && now >= one.From && now < one.To + Delay);
        if (words[0] == "disk") return plan.Disturbances.Any(one => one.Kind == DisturbanceKind.Disk && now >= one.From && now < one.To + Delay);
        if (!int.TryParse(words[^1].AsSpan(Math.Min(3, words[^1].Length)), CultureInfo.InvariantCulture, out var job)) return false;
        if (SlotOf(about) is { } slot)
            return slot.At >= plan.End || IsOpen(slot, now - Delay - Delay) || plan.IsDisturbed(job, now, CatchUp);
        // Late files, and a share of files in time that the disturbance of the last day has lowered.
        return words[0] == "job" && plan.IsDisturbed(job, now, message.Contains("last 24 h", StringComparison.Ordinal) ? TimeSpan.FromHours(26) : TimeSpan.FromHours(2));
    }

    // The incomplete slots of a job from that by which an incident is named: this one may have come, and others of the incident not.
    private IEnumerable<DateTimeOffset> GapsOf(string about, DateTimeOffset now) =>
        SlotOf(about) is not { } first ? [] : Slots(first.At, now).Where(at => IsOpen((first.Job, at), now));

    // Whether some files of a slot have not come.
    private bool IsOpen((int Job, DateTimeOffset At) slot, DateTimeOffset now) =>
        slot.At < plan.End && _slots[slot].Any(file => IsOpen(file, now));

    // The slot by which an incident is named.
    private static (int Job, DateTimeOffset At)? SlotOf(string about) =>
        about.Split(' ') is ["slots", "since", var day, var clock, "of", var name]
            ? (int.Parse(name.AsSpan(3), CultureInfo.InvariantCulture), DateTimeOffset.Parse($"{day}T{clock}Z", CultureInfo.InvariantCulture)) : null;

    private static bool IsOpen(PlannedFile file, DateTimeOffset now) => file.Comes is not { } comes || comes > now;

    private static IEnumerable<DateTimeOffset> Slots(DateTimeOffset from, DateTimeOffset to)
    {
        for (var at = from; at <= to; at += ConstellationPlan.Slot) yield return at;
    }

    private static DateTimeOffset Max(DateTimeOffset a, DateTimeOffset b) => a > b ? a : b;

    private static void Expect(bool holds, string otherwise)
    {
        if (!holds) throw new BrokenPromiseException(otherwise + ".");
    }
}
