using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Planning;

namespace Accelerator.Tuning.Exporting;

/// <summary>
/// Writes a plan as a script, for administrators who apply changes with their own tools. What a format cannot express becomes a comment in
/// the script.
/// </summary>
public static class PlanScript
{
    /// <summary>Returns the script, line by line.</summary>
    /// <param name="format">The format of the script.</param>
    /// <param name="computer">The computer that the plan was made for: adapters of another computer have other keys.</param>
    /// <exception cref="FormatException">The format is for another system.</exception>
    public static IEnumerable<string> Write(TuningPlan plan, ScriptFormat format, string computer)
    {
        var isForLinux = plan.Steps.Any(step => step.Target.Setting.Place.Platform == HostPlatform.Linux);
        if (format is not ScriptFormat.Json && plan.Steps.Count > 0 && isForLinux != (format == ScriptFormat.Sh))
            throw new FormatException(
                $"A script of the format {format.ToString().ToLowerInvariant()} is for "
                    + $"{(format == ScriptFormat.Sh ? "Linux" : "Windows")}, and this computer runs "
                    + $"{(isForLinux ? "Linux: use sh or json" : "Windows: use ps1, netsh, reg or json")}.");
        return format switch
        {
            ScriptFormat.Netsh => Script("rem", plan, computer, NetshScript.Line),
            ScriptFormat.Ps1 => PowerShellScript.Head.Concat(Script("#", plan, computer, PowerShellScript.Line)),
            ScriptFormat.Reg => RegeditScript.Head.Concat(Script(";", plan, computer, RegeditScript.Lines)),
            ScriptFormat.Sh => Enumerable.Repeat("#!/bin/sh", 1)
                .Concat(Script("#", plan, computer, step => ShellCommand.For(step.Target, step.Value))),
            _ => [PlanDocument.Write(plan, computer)],
        };
    }

    private static IEnumerable<string> Script(string comment, TuningPlan plan, string computer, Func<PlannedStep, string?> write)
    {
        yield return $"{comment} {plan.Profile.Id} for {Plain(computer)}: {plan.Steps.Count} changes. Verify with: "
            + $"ftpx tune diff {plan.Profile.Id}";
        foreach (var step in plan.Steps)
        {
            yield return "";
            yield return $"{comment} {Plain(step.Target.ToString())}: {Plain(step.Now.ToString())} -> {Plain(step.Value)}. "
                + $"{Plain(step.Wanted.Reason)}";
            yield return write(step) ?? $"{comment} This format cannot hold it; ps1 can.";
        }
        foreach (var adapter in plan.Restarts) yield return $"{comment} Restart {Plain(adapter.Name)} for its values to hold.";
        if (plan.NeedsReboot) yield return $"{comment} Restart the computer for all of it to hold.";
    }

    // A driver name or a profile's reason must not end the comment that contains it.
    private static string Plain(string text) =>
        string.Concat(text.Select(letter => char.IsControl(letter) || letter is '\u2028' or '\u2029' ? ' ' : letter));
}
