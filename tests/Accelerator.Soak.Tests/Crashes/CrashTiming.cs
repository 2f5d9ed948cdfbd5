namespace Accelerator.Soak.Tests.Crashes;

/// <summary>
/// The time at which the service is killed. All of it comes from a seed; the progress of the service by then also depends on the machine.
/// </summary>
/// <param name="Occasion">The occurrence of the point at which the kill comes, from 1.</param>
/// <param name="Delay">From the start, or from the point; 0 is within microseconds.</param>
internal sealed record CrashTiming(CrashKind Kind, int Occasion, TimeSpan Delay)
{
    /// <summary>The earliest moment of a run: a file has been delivered, however slow the machine is.</summary>
    public static CrashTiming First { get; } = new(CrashKind.AtName, 1, TimeSpan.Zero) { Latest = TimeSpan.FromSeconds(60) };

    // The approximate time of a start, its polls and some deliveries.
    private const int CycleMilliseconds = 2000;

    private static readonly CrashKind[] Kinds =
    [
        CrashKind.AfterStart, CrashKind.AfterStart, CrashKind.AfterStart, CrashKind.AtPart, CrashKind.AtJournal, CrashKind.AtIntent, CrashKind.AtIntent, CrashKind.AtName, CrashKind.AtName,
        CrashKind.AtLedger, CrashKind.AtManifest, CrashKind.AtCommand,
    ];

    /// <summary>The time after which the service is killed even if the point has not come.</summary>
    public TimeSpan Latest { get; private init; } = TimeSpan.FromSeconds(3);

    public static CrashTiming Draw(Dice dice)
    {
        var kind = dice.Of(Kinds);
        if (kind == CrashKind.AfterStart) return new(kind, 1, TimeSpan.FromMilliseconds(dice.Below(CycleMilliseconds)));
        var occasion = 1 + dice.Below(kind == CrashKind.AtLedger ? 60 : 8);
        return new(kind, occasion, TimeSpan.FromMilliseconds(dice.OneIn(2) ? 0 : dice.Below(6)));
    }

    /// <summary>Returns whether an event of a name is this point.</summary>
    public bool Is(string path, uint what) => Kind switch
    {
        CrashKind.AtPart => what == LinuxCalls.Created && path.EndsWith(".part", StringComparison.Ordinal),
        CrashKind.AtJournal => what == LinuxCalls.MovedTo && path.EndsWith(".journal", StringComparison.Ordinal),
        CrashKind.AtIntent => what == LinuxCalls.Attributes && path.EndsWith(".part", StringComparison.Ordinal),
        CrashKind.AtName => what == LinuxCalls.MovedTo && path.EndsWith(".bin", StringComparison.Ordinal),
        CrashKind.AtLedger => what == LinuxCalls.Modified && path.EndsWith("-wal", StringComparison.Ordinal),
        CrashKind.AtManifest => what == LinuxCalls.Modified && path.EndsWith(CrashFixture.ManifestName, StringComparison.Ordinal),
        CrashKind.AtCommand => what == LinuxCalls.Modified && path.EndsWith(CrashFixture.CommandsName, StringComparison.Ordinal),
        _ => false,
    };

    public override string ToString() => $"{Delay.TotalMilliseconds:0} ms after {(Kind == CrashKind.AfterStart ? "its start" : $"{Kind} {Occasion}")}";
}
