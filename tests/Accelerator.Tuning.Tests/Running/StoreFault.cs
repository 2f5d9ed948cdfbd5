namespace Accelerator.Tuning.Tests.Running;

/// <summary>The fault that occurs when a setting is written.</summary>
public enum StoreFault
{
    None,

    /// <summary>Wine's netsh behaves like this.</summary>
    DoesNothing,
    WritesAnother,
    Refuses,
    Stops,
    Throws,
    Crashes,
    WritesAndCrashes,
}
