namespace Accelerator.Engine.Transfers;

/// <summary>The evidence that a published file is identical to the file on the server.</summary>
public enum Assurance
{
    /// <summary>A hash of the complete content was compared.</summary>
    Hash,

    /// <summary>
    /// No hash was compared. The reported and received data agree in size, time and overlapping ranges, as far as these were available. A
    /// byte damaged in transit is not detected.
    /// </summary>
    Consistency,
}
