namespace Accelerator.Soak.Tests.Days;

/// <summary>
/// A ground station: a pass every hour and a half gives a dozen files in the folder of its day, written under temporary names or growing
/// under their own. Small files arrive elsewhere all the time. Some files are processed again, and all are deleted after a while.
/// </summary>
internal sealed class DayProducer(DayFixture fixture, Agenda agenda, Dice dice, DateTimeOffset end)
{
    private static readonly TimeSpan PassEvery = TimeSpan.FromMinutes(97);
    private static readonly TimeSpan OrbitEvery = TimeSpan.FromMinutes(20);
    private static readonly TimeSpan KeepPasses = TimeSpan.FromHours(24);
    private static readonly TimeSpan KeepOrbits = TimeSpan.FromHours(5);

    private readonly Dictionary<string, (DateTimeOffset From, DateTimeOffset To)> _whole = new(StringComparer.Ordinal);
    private int _number;

    /// <summary>For each file, the time at which its last state was complete, and the time until which it existed.</summary>
    public IReadOnlyDictionary<string, (DateTimeOffset From, DateTimeOffset To)> Whole => _whole;

    public void Begin(DateTimeOffset now)
    {
        agenda.At(now + TimeSpan.FromMinutes(3), () => Pass(now + TimeSpan.FromMinutes(3)));
        agenda.At(now + TimeSpan.FromMinutes(5), () => Orbit(now + TimeSpan.FromMinutes(5)));
    }

    private void Pass(DateTimeOffset now)
    {
        if (now >= end) return;
        var count = 6 + dice.Below(9);
        for (var i = 0; i < count; i++)
        {
            var at = now + TimeSpan.FromSeconds(20 * i);
            agenda.At(at, () => Write(at, $"/archive/{at.UtcDateTime:yyyy}/{at.UtcDateTime.DayOfYear:000}/PASS_{++_number:00000}.nc"));
        }
        agenda.At(now + PassEvery, () => Pass(now + PassEvery));
    }

    private void Write(DateTimeOffset now, string path)
    {
        var content = FileContent.Synthetic(dice.OneIn(12) ? 0 : dice.Below(dice.OneIn(6) ? 4 << 20 : 200 << 10), (long)dice.Next());
        var steps = dice.Below(6);
        var isOwnName = dice.OneIn(2);
        for (var step = 1; step <= steps; step++)
        {
            var part = content.Resized(content.Length * step / (steps + 1));
            agenda.At(now + TimeSpan.FromSeconds(30 * step), () =>
            {
                if (isOwnName) fixture.Store.Grow(path, part, isComplete: false);
                else fixture.Server.Files.Add(path + ".tmp", part);
            });
        }
        var done = now + TimeSpan.FromSeconds(30 * (steps + 1));
        agenda.At(done, () =>
        {
            fixture.Server.Files.Remove(path + ".tmp");
            if (isOwnName) fixture.Store.Grow(path, content, isComplete: true);
            else fixture.Store.Put(path, content);
        });
        var gone = done + (dice.OneIn(15) ? TimeSpan.FromMinutes(5 + dice.Below(60)) : KeepPasses);
        Keep(path, done, gone);
        if (!dice.OneIn(12)) return;
        var again = done + TimeSpan.FromMinutes(30 + dice.Below(60));
        if (again >= gone || again >= end) return;
        agenda.At(again, () => fixture.Store.Put(path, FileContent.Synthetic(dice.Below(100 << 10), (long)dice.Next())));
        _whole[path] = (again, gone);
    }

    private void Orbit(DateTimeOffset now)
    {
        if (now >= end) return;
        var path = $"/orbits/ORB_{++_number:00000}.txt";
        fixture.Store.Put(path, FileContent.Synthetic(dice.Below(20 << 10), (long)dice.Next()));
        Keep(path, now, now + KeepOrbits);
        agenda.At(now + OrbitEvery, () => Orbit(now + OrbitEvery));
    }

    private void Keep(string path, DateTimeOffset from, DateTimeOffset to)
    {
        _whole[path] = (from, to);
        agenda.At(to, () => fixture.Store.Remove(path));
    }
}
