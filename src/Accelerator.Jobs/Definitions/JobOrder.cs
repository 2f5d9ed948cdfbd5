namespace Accelerator.Jobs.Definitions;

/// <summary>Which file of a job comes first.</summary>
public enum JobOrder
{
    /// <summary>The newest by the server's time.</summary>
    Newest,

    /// <summary>The oldest by the server's time.</summary>
    Oldest,

    /// <summary>The shortest.</summary>
    Smallest,

    /// <summary>The one that was first seen earliest.</summary>
    FirstSeen,
}
