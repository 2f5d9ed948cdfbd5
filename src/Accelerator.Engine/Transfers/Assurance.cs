namespace Accelerator.Engine.Transfers;

/// <summary>What shows that a published file is the file on the server.</summary>
public enum Assurance
{
    /// <summary>A hash of the whole content was compared.</summary>
    Hash,

    /// <summary>
    /// No hash was compared. What was told and received agrees: size, time and overlapping ranges, as far as there were any. A byte that
    /// was damaged in transit is not found.
    /// </summary>
    Consistency,
}
