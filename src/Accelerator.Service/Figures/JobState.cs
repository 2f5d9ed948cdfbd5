namespace Accelerator.Service.Figures;

/// <summary>How a job stands, the worst last.</summary>
internal enum JobState
{
    /// <summary>It looks when it should, and nothing is late or put aside.</summary>
    Ok,

    /// <summary>It has not looked yet.</summary>
    New,

    /// <summary>The job file says that it does not look.</summary>
    Off,

    /// <summary>An operator has paused it, or the service.</summary>
    Paused,

    /// <summary>Files of it are put aside.</summary>
    Aside,

    /// <summary>A file of it has waited longer than the objective allows.</summary>
    Late,

    /// <summary>It had no complete look for three intervals: nobody knows what the server has.</summary>
    Blind,
}
