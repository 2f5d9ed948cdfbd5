namespace Accelerator.Tuning.Tests.Running;

/// <summary>Whether a simulated computer has power: without it no value is read, written or journalled.</summary>
internal sealed class PowerSwitch
{
    public bool IsOff { get; set; }
}
