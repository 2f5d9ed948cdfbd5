using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Exporting;

/// <summary>Lines of netsh.</summary>
internal static class NetshScript
{
    /// <summary>A step's line; null for what netsh does not set.</summary>
    public static string? Line(PlannedStep step) =>
        step.Target.Setting.Netsh is null ? null : $"netsh {string.Join(' ', NetshArguments.For(step.Target, step.Value))}";
}
