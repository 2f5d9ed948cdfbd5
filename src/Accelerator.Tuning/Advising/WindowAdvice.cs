using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Advising;

/// <summary>The advice for a larger window of one stream. Its gain is calculated, not estimated.</summary>
internal static class WindowAdvice
{
    private const string Afd = @"HKLM\SYSTEM\CurrentControlSet\Services\AFD\Parameters";

    // Used if no path was measured: a third of the way round the earth.
    private static readonly TimeSpan Example = TimeSpan.FromMilliseconds(100);

    // Each of these alone limits the window: while it does, the other settings make no difference.
    private static readonly string[] Deciders = ["linux.window-scaling", "linux.autotuning"];

    public static IEnumerable<Advice> Of(Exam exam)
    {
        if (exam.Window is not { } now) return [];
        var step = StepOf(exam, now);
        if (BestOf(exam) is not { } most || most <= now.Bytes) return [];
        var why = Why(exam, now, most);
        var gain = Gain(exam, now.Bytes, most);
        return now.SetBy switch
        {
            "harm.default-receive-window" =>
                [new Advice(now.SetBy, "Delete DefaultReceiveWindow from the registry, and restart the computer.", why,
                    $"reg delete {Afd} /v DefaultReceiveWindow /f", gain)],
            "policy.autotuning" =>
                [new Advice(now.SetBy, "Ask the domain's administrators to change the group policy that restricts autotuning; "
                    + "the command shows which one it is.", why, "gpresult /h policy.html", gain)],
            _ when step is not null => [new Advice(now.SetBy, SettingAdvice.What([step]), why, SettingAdvice.Command(exam, [step]), gain)],
            _ => [],
        };
    }

    /// <summary>Returns the window after the limiting setting is corrected; null if it is not known.</summary>
    public static long? BestOf(Exam exam) => exam.Window is { } now ? Math.Max(now.Bytes, Wanted(exam, StepOf(exam, now), now) ?? 0) : null;

    /// <summary>Returns whether a setting is covered by this advice, and not by <see cref="SettingAdvice"/>.</summary>
    public static bool Covers(string setting, Exam exam) =>
        setting == exam.Window?.SetBy || setting is "tcp.autotuning" or "harm.default-receive-window" or "policy.autotuning";

    private static PlannedStep? StepOf(Exam exam, WindowLimit now) =>
        exam.Plan.Steps.FirstOrDefault(step => step.Target.Setting.Id == now.SetBy);

    private static long? Wanted(Exam exam, PlannedStep? step, WindowLimit now) =>
        exam.Snapshot.Host.Platform == HostPlatform.Windows ? WindowLimit.WindowOf("tcp.autotuning", "normal")
        // Once it is enabled again, the maximum of the receive buffer is the limit.
        : Deciders.Contains(now.SetBy) ? ReceiveWindow(exam) : step is null ? null : WindowLimit.WindowOf(now.SetBy, step.Value);

    private static long? ReceiveWindow(Exam exam) =>
        exam.Snapshot[new SettingTarget(SettingCatalogue.Find("linux.receive-window")!, null)].Value is { } value
            ? WindowLimit.WindowOf("linux.receive-window", value) : null;

    private static string Why(Exam exam, WindowLimit now, long most)
    {
        var roundTrip = exam.RoundTrip ?? Example;
        var at = exam.RoundTrip is null ? $"{Spoken.Milliseconds(roundTrip)}, for example," : Spoken.Milliseconds(roundTrip);
        return $"One stream can have {Spoken.Bytes(now.Bytes)} in flight, because {now.Because}: "
            + $"at {at} that is {Most(now.Bytes)} at most. With {Spoken.Bytes(most)} it is {Most(most)}.";

        string Most(long window) =>
            WindowArithmetic.StreamBits(window, roundTrip) is { } bits ? Spoken.Bits(bits) : "more than any link carries";
    }

    // No stream is faster than the link.
    private static double Gain(Exam exam, long now, long most)
    {
        var full = exam.BitsPerSecond is { } bits ? WindowArithmetic.Product(bits, exam.RoundTrip ?? Example) : most;
        return Math.Max(1.01, (double)Math.Min(most, full) / now);
    }
}
