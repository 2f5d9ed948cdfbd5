namespace Accelerator.Jobs.Delivering;

/// <summary>What is known of whether the two servers of a job let its files go from one to the other.</summary>
internal enum CopyTrust
{
    /// <summary>Nothing of late: one file is to show it.</summary>
    Trial,

    /// <summary>That file is under way.</summary>
    Trying,

    /// <summary>They do.</summary>
    Full,

    /// <summary>They refuse, and nothing is begun before the job's next look: what a setting forbids, forty files are not to ask for.</summary>
    Refused,
}
