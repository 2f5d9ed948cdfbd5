namespace Accelerator.Tuning.Catalogue;

/// <summary>Where a value is kept: the one place that it is read from and held against.</summary>
public abstract record SettingPlace
{
    /// <summary>The systems that have such a place.</summary>
    public virtual HostPlatform Platform => HostPlatform.Windows;

    /// <summary>The name under which an adapter's driver says what it takes; null where no driver does.</summary>
    public virtual string? DriverName => null;
}
