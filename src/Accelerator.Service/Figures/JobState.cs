namespace Accelerator.Service.Figures;

/// <summary>
/// The one state of a job, the worst last. <see cref="JobVerdict"/> computes it; the page, <c>/health</c>, <c>ftpx job list</c>, the
/// metrics, the alerts and the log show it.
/// </summary>
internal enum JobState
{
    /// <summary>It polls when it should, and nothing is late, put aside or in trouble.</summary>
    Ok,

    /// <summary>It has not polled yet.</summary>
    New,

    /// <summary>The job file says that it does not poll by itself.</summary>
    Off,

    /// <summary>An operator has paused it, or the service.</summary>
    Paused,

    /// <summary>Fewer than 95 % of the files of the last 24 h met the objective.</summary>
    Behind,

    /// <summary>Commands or manifest lines after its deliveries are tried no more.</summary>
    Effects,

    /// <summary>Files of it are put aside.</summary>
    Aside,

    /// <summary>One of its folders, or its last poll, is in trouble.</summary>
    Trouble,

    /// <summary>A file of it has waited longer than the objective allows.</summary>
    Late,

    /// <summary>It had no complete poll for three intervals: what the server has is not known.</summary>
    Blind,

    /// <summary>This computer cannot store its files.</summary>
    Blocked,

    /// <summary>Its server, or the server that its files go to, is not reached or refuses the service.</summary>
    Unreachable,
}
