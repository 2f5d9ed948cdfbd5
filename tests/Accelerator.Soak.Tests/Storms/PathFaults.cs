using Accelerator.TestKit.Chaos;

namespace Accelerator.Soak.Tests.Storms;

/// <summary>
/// The faults of the network path to the server in a storm, drawn from a seed: delay, pieces, a bandwidth that collapses, resets,
/// half-closes, silence.
/// </summary>
internal static class PathFaults
{
    private static readonly string[] Verbs = ["USER", "TYPE", "SIZE", "EPSV", "REST", "RETR", "MLSD"];

    private static readonly int[] Codes = [220, 230, 200, 213, 229, 150, 350, 226];

    public static ChaosPlan Draw(Dice dice) => new()
    {
        Seed = (int)(uint)dice.Next(),
        Latency = TimeSpan.FromMilliseconds(dice.OneIn(3) ? dice.Below(40) : 0),
        LargestControlPiece = dice.OneIn(3) ? 1 + dice.Below(8) : 0,
        LargestDataPiece = dice.OneIn(4) ? 500 + dice.Below(4000) : 0,
        RateOf = dice.OneIn(3) ? Collapse(dice) : null,
        ForgetsControlAfter = dice.OneIn(5) ? TimeSpan.FromMilliseconds(500 + dice.Below(3000)) : null,
        MostConnections = dice.OneIn(5) ? (1 + dice.Below(6), TimeSpan.FromSeconds(1)) : null,
        Rules = [.. Enumerable.Range(0, dice.Below(5)).Select(_ => Rule(dice))],
    };

    // From some byte on, one connection in this many is slow.
    private static Func<int, long, long?> Collapse(Dice dice)
    {
        var (oneIn, from, rate) = (1 + dice.Below(4), dice.Below(1 << 20), 20_000 + dice.Below(500_000));
        return (ordinal, carried) => ordinal % oneIn == 0 && carried >= from ? rate : null;
    }

    private static ChaosRule Rule(Dice dice)
    {
        var act = dice.Of([ChaosAct.Reset, ChaosAct.HalfClose, ChaosAct.Silence]);
        var rule = dice.Below(4) switch
        {
            0 => ChaosRule.ResetAtAccept(),
            1 => ChaosRule.AfterCommand(dice.Of(Verbs), act),
            2 => ChaosRule.AfterReply(dice.Of(Codes), act),
            _ => ChaosRule.AfterBytes(1 + dice.Below(2 << 20), act),
        };
        return rule with { From = 1 + dice.Below(12), Times = 1 + dice.Below(4) };
    }
}
