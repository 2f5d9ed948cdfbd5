namespace Accelerator.Tuning.Reading;

/// <summary>Where an adapter sits in the computer, and how old its driver is.</summary>
public sealed record AdapterHardware
{
    /// <summary>The value for an adapter of which nothing is known.</summary>
    public static AdapterHardware Unknown { get; } = new();

    /// <summary>The connection as negotiated; null if it is not known, or the adapter has none.</summary>
    public PciLink? Slot { get; init; }

    /// <summary>The widest and fastest connection that the adapter supports; null if it is not known.</summary>
    public PciLink? SlotMost { get; init; }

    /// <summary>The NUMA node of the slot; null if it is not known, or the computer has only one.</summary>
    public int? NumaNode { get; init; }

    /// <summary>The names of its interrupts on Linux; empty if they are not known.</summary>
    public IReadOnlyList<string> Interrupts { get; init; } = [];

    /// <summary>The processors of its NUMA node on Linux, in ascending order; empty if they are not known.</summary>
    public IReadOnlyList<int> Processors { get; init; } = [];

    /// <summary>
    /// The largest IP packet that the driver accepts on Linux, in bytes; null if it is not known. On Windows, drivers list their frames
    /// (<see cref="AdapterFacts.Limits"/>).
    /// </summary>
    public int? MostMtu { get; init; }

    /// <summary>The date of the driver; null if it is not known, or says nothing.</summary>
    public DateOnly? DriverDate { get; init; }
}
