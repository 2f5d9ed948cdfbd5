namespace Accelerator.Tuning.Tests.Running;

/// <summary>Whether a computer made of strings has power: without it nothing is read, written or journalled any more.</summary>
internal sealed class PowerSwitch
{
    public bool IsOff { get; set; }
}
