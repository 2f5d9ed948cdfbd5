namespace Accelerator.Engine.Transfers;

/// <summary>What the controller wants of one stream.</summary>
internal enum StreamDuty
{
    /// <summary>One too many: ends when its range ends.</summary>
    Dismissed,

    /// <summary>Logged in and with a data connection ready, so that it costs two round trips, not eight, when it is wanted.</summary>
    Spare,

    /// <summary>Fetches.</summary>
    Wanted,
}
