namespace Accelerator.Tuning.Tests.Running;

/// <summary>What goes wrong when a setting is written.</summary>
public enum StoreFault
{
    None,

    /// <summary>As Wine's netsh does.</summary>
    DoesNothing,
    WritesAnother,
    Refuses,
    Stops,
    Throws,
    Crashes,
    WritesAndCrashes,
}
