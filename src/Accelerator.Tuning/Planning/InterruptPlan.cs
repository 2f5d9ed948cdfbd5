using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Planning;

/// <summary>Chooses the processors for the interrupts of an adapter.</summary>
internal static class InterruptPlan
{
    /// <summary>Returns the value with its words replaced by processors of the adapter's NUMA node.</summary>
    /// <param name="value">A value of the setting.</param>
    /// <param name="hardware">The adapter's slot.</param>
    /// <param name="processors">The number of logical processors, used if those of the node are not known.</param>
    public static string Resolve(string value, AdapterHardware hardware, int processors)
    {
        if (value is not (AllowedValues.ProcessorLists.OneCore or AllowedValues.ProcessorLists.Spread)) return value;
        IReadOnlyList<int> all = hardware.Processors.Count > 0 ? hardware.Processors : [.. Enumerable.Range(0, processors)];
        // Processor 0 also serves the timers and the devices that nothing else was chosen for.
        var free = all.Where(processor => processor > 0).DefaultIfEmpty(0).ToList();
        if (value == AllowedValues.ProcessorLists.OneCore || hardware.Interrupts.Count == 0) return Text(free[0]);
        return EachText.Write(hardware.Interrupts.Select((name, i) => KeyValuePair.Create(name, Text(all[i % all.Count]))));
    }

    private static string Text(int processor) => processor.ToString(CultureInfo.InvariantCulture);
}
