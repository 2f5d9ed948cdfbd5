namespace Accelerator.Tuning.Catalogue;

/// <summary>The condition for a change to take effect. Every change needs elevation.</summary>
[Flags]
public enum SettingNeeds
{
    /// <summary>The change takes effect at once.</summary>
    None = 0,

    /// <summary>Existing connections keep the old value.</summary>
    NewConnections = 1,

    /// <summary>The adapter restarts: its link is down for some seconds, and connections over it may be cut off.</summary>
    AdapterRestart = 2,

    /// <summary>The computer must be restarted.</summary>
    Reboot = 4,

    /// <summary>The change takes effect at once, and the driver may take the link down for some seconds.</summary>
    LinkInterruption = 8,
}
