using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Exporting;

/// <summary>Writes netsh commands.</summary>
internal static class NetshScript
{
    /// <summary>Returns the line for a step; null if netsh cannot set it.</summary>
    public static string? Line(PlannedStep step) =>
        step.Target.Setting.Netsh is null ? null : $"netsh {string.Join(' ', NetshArguments.For(step.Target, step.Value))}";
}
