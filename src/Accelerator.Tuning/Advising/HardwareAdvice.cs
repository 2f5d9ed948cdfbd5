using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Advising;

/// <summary>The advice for slots and drivers of adapters.</summary>
internal static class HardwareAdvice
{
    private const long Fast = 10_000_000_000;

    // Makers repaired coalescing and queues of their adapters of 10 Gbit/s for years after the first driver; the estimate is not measured.
    private const int OldYears = 4;

    public static IEnumerable<Advice> Of(Exam exam)
    {
        var isWindows = exam.Snapshot.Host.Platform == HostPlatform.Windows;
        foreach (var adapter in exam.Snapshot.Host.Adapters.Where(adapter => exam.Carrier is not { } carrier || adapter.Key == carrier.Key))
        {
            if (adapter.Link is not { IsUp: true, BitsPerSecond: > 0 and var speed }) continue;
            if (Slot(adapter, speed, isWindows) is { } slot) yield return slot;
            if (speed >= Fast && Driver(adapter, exam.Today) is { } driver) yield return driver;
        }
    }

    private static Advice? Slot(AdapterFacts adapter, long speed, bool isWindows)
    {
        if (adapter.Hardware.Slot is not { } slot || slot.BitsPerSecond >= speed) return null;
        var what = adapter.Hardware.SlotMost is { } most && most.BitsPerSecond > slot.BitsPerSecond
            ? $"Move {adapter.Name} to a slot with {most}, which it supports."
            : $"Replace {adapter.Name}: it cannot use a faster slot.";
        return new Advice("adapter.slot", what,
            $"Its slot is {slot} and carries about {Spoken.Bits(slot.BitsPerSecond)}; the link has {Spoken.Bits(speed)}.",
            isWindows ? "Get-NetAdapterHardwareInfo" : $"cat /sys/class/net/{adapter.Key}/device/current_link_width",
            speed / slot.BitsPerSecond);
    }

    private static Advice? Driver(AdapterFacts adapter, DateOnly today) =>
        adapter.Hardware.DriverDate is { } date && date.AddYears(OldYears) < today
            ? new Advice("adapter.driver", $"Install a newer driver for {adapter.Name}, if its manufacturer has one.",
                $"The driver is dated {date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)}.",
                "Get-NetAdapter | Format-List InterfaceDescription, DriverVersion, DriverDate", 1.05)
            : null;
}
