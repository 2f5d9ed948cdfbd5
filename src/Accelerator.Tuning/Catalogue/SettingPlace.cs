namespace Accelerator.Tuning.Catalogue;

/// <summary>The place where a value is stored: the only one that it is read from and compared with.</summary>
public abstract record SettingPlace
{
    /// <summary>The system that has such a place.</summary>
    public virtual HostPlatform Platform => HostPlatform.Windows;

    /// <summary>The name under which an adapter's driver lists the values it accepts; null if no driver does.</summary>
    public virtual string? DriverName => null;
}
