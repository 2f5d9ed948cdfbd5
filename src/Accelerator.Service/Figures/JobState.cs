namespace Accelerator.Service.Figures;

/// <summary>
/// The state of a job, the most severe last. <see cref="JobVerdict"/> computes it; the page, <c>/health</c>, <c>ftpx job list</c>, the
/// metrics, the alerts and the log show it.
/// </summary>
internal enum JobState
{
    /// <summary>The job polls on schedule, no file is late or quarantined, and there is no failure.</summary>
    Ok,

    /// <summary>The job file disables automatic polling.</summary>
    Off,

    /// <summary>The job has not polled yet.</summary>
    New,

    /// <summary>An operator has paused the job or the service.</summary>
    Paused,

    /// <summary>The archive is in a known outage, and nothing else is wrong.</summary>
    Outage,

    /// <summary>Fewer than 95 % of the files of the last 24 h met the objective.</summary>
    Behind,

    /// <summary>Commands or manifest lines after its deliveries are no longer retried.</summary>
    Effects,

    /// <summary>Some of its files are quarantined.</summary>
    Quarantined,

    /// <summary>Expected files are absent: slots are late or missing.</summary>
    Gaps,

    /// <summary>No new file has appeared for longer than <c>silent_after</c>.</summary>
    Silent,

    /// <summary>One of its folders, or its last poll, has failed.</summary>
    Failing,

    /// <summary>A file has waited longer than the objective allows.</summary>
    Late,

    /// <summary>The job had no complete poll for three intervals: the files on the server are not known.</summary>
    Blind,

    /// <summary>This computer cannot store the job's files.</summary>
    Blocked,

    /// <summary>The job's server, or its destination server, refuses the login, or the login has no usable password.</summary>
    Login,

    /// <summary>The job's server, or its destination server, cannot be reached or refuses the service.</summary>
    Unreachable,
}

/// <summary>The names of the states in JSON, in the texts of the page and in <c>ftpx job list</c>.</summary>
internal static class JobStateNames
{
    // Programs read these names: they stay, whatever the members are called.
    public static string Name(this JobState state) => state switch
    {
        JobState.Quarantined => "aside",
        JobState.Failing => "trouble",
        _ => state.ToString().ToLowerInvariant(),
    };
}
