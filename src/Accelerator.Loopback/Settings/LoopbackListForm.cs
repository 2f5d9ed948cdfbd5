namespace Accelerator.Loopback.Settings;

/// <summary>The form of LIST.</summary>
public enum LoopbackListForm
{
    /// <summary>Like <c>ls -l</c>: most servers.</summary>
    Unix,

    /// <summary>Like IIS by default: two-digit years, twelve hours.</summary>
    Dos,
}
