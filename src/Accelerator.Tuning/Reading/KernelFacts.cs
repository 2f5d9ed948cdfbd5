namespace Accelerator.Tuning.Reading;

/// <summary>The parts of a Linux kernel that not every kernel has, and its settings of several numbers.</summary>
public sealed record KernelFacts
{
    /// <summary>The value for a kernel of which nothing is known.</summary>
    public static KernelFacts Unknown { get; } = new();

    /// <summary>The modules of congestion control and queue disciplines, built in or loadable; null if they are not known.</summary>
    public IReadOnlySet<string>? Modules { get; init; }

    /// <summary>The congestion controls in use or loaded, as the kernel lists them; empty if they are not known.</summary>
    public IReadOnlyList<string> CongestionControls { get; init; } = [];

    /// <summary>The sysctls of several numbers, by name, with all their numbers.</summary>
    public IReadOnlyDictionary<string, string> Lines { get; init; } = new Dictionary<string, string>();

    /// <summary>Returns whether the kernel has a module; null if that is not known.</summary>
    public bool? Has(string module) => Modules?.Contains(module);
}
