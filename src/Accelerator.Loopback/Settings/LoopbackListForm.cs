namespace Accelerator.Loopback.Settings;

/// <summary>How LIST is written.</summary>
public enum LoopbackListForm
{
    /// <summary>As <c>ls -l</c>: most servers.</summary>
    Unix,

    /// <summary>As IIS does by default: two digits of the year, twelve hours.</summary>
    Dos,
}
