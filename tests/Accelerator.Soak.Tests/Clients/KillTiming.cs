namespace Accelerator.Soak.Tests.Clients;

/// <summary>When a run is killed. All of it comes from a seed; what the run has done by then also depends on the machine.</summary>
/// <param name="Bytes">For <see cref="KillKind.AfterBytes"/>: data that the server has sent since the run began.</param>
/// <param name="Delay">From the start of the run, or from the point.</param>
internal sealed record KillTiming(KillKind Kind, long Bytes, TimeSpan Delay)
{
    /// <summary>Draws a timing.</summary>
    /// <param name="dice">The source of the choices.</param>
    /// <param name="longest">The approximate length of a run: the times of <see cref="KillKind.AfterStart"/> are spread over it.</param>
    /// <param name="bytes">The approximate number of bytes that a run fetches.</param>
    /// <param name="kinds">The kinds to choose from.</param>
    public static KillTiming Draw(Dice dice, TimeSpan longest, long bytes, IReadOnlyList<KillKind> kinds)
    {
        var kind = dice.Of(kinds);
        return kind switch
        {
            KillKind.AfterStart => new(kind, 0, longest * (dice.Below(1001) / 1000.0)),
            KillKind.AfterBytes => new(kind, dice.Below((int)bytes), TimeSpan.FromMilliseconds(dice.Below(3))),
            // Creating, flushing and renaming a small file takes some milliseconds: kill as soon as the name appears, or slightly later.
            _ => new(kind, 0, TimeSpan.FromMilliseconds(dice.OneIn(2) ? 0 : dice.Below(20))),
        };
    }

    public override string ToString() => Kind switch
    {
        KillKind.AfterStart => $"{Delay.TotalMilliseconds:0} ms after its start",
        KillKind.AfterBytes => $"{Delay.TotalMilliseconds:0} ms after {Bytes} bytes",
        _ => $"{Delay.TotalMilliseconds:0} ms after {Kind}",
    };
}
