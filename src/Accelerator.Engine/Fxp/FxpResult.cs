namespace Accelerator.Engine.Fxp;

/// <summary>How a request ended.</summary>
/// <param name="Files">One result for each item, in the order of the request.</param>
/// <param name="Elapsed">Duration of the complete run.</param>
public sealed record FxpResult(IReadOnlyList<FxpFileResult> Files, TimeSpan Elapsed)
{
    /// <summary>Whether every file has its final name.</summary>
    public bool Succeeded => Files.All(file => file.Failure is null);
}
