namespace Accelerator.Tuning.Catalogue;

/// <summary>What a change asks for before it is felt. Every change asks for elevation.</summary>
[Flags]
public enum SettingNeeds
{
    /// <summary>It holds at once.</summary>
    None = 0,

    /// <summary>Connections that stand keep the old value.</summary>
    NewConnections = 1,

    /// <summary>The adapter is restarted: its link is down for some seconds, and what runs over it may be cut off.</summary>
    AdapterRestart = 2,

    /// <summary>The computer is restarted.</summary>
    Reboot = 4,
}
