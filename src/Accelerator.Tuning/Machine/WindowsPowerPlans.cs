using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Accelerator.Tuning.Machine;

/// <summary>The power plans of this computer, through powrprof.dll.</summary>
[SupportedOSPlatform("windows")]
public sealed partial class WindowsPowerPlans : IPowerPlans
{
    public unsafe Guid? Active()
    {
        try
        {
            if (PowerGetActiveScheme(0, out var plan) != 0 || plan == null) return null;
            var active = *plan;
            LocalFree((nint)plan);
            return active;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return null;
        }
    }

    public bool Activate(Guid plan)
    {
        try
        {
            return PowerSetActiveScheme(0, in plan) == 0;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return false;
        }
    }

    [LibraryImport("powrprof.dll")]
    private static unsafe partial uint PowerGetActiveScheme(nint root, out Guid* plan);

    [LibraryImport("powrprof.dll")]
    private static partial uint PowerSetActiveScheme(nint root, in Guid plan);

    [LibraryImport("kernel32.dll")]
    private static partial nint LocalFree(nint memory);
}
