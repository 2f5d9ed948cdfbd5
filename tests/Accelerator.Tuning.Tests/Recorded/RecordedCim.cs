namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>CIM that answers as it was recorded.</summary>
internal sealed class RecordedCim(Dictionary<string, List<Dictionary<string, string>>> classes) : ICimSource
{
    /// <summary>Why nothing is answered at all; null where it is.</summary>
    public string? Fault { get; set; }

    public Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string space, string className, CancellationToken cancellationToken) =>
        space != CimSpaces.Network ? throw new CimException($"CIM does not answer for {className}: Invalid namespace")
        : Fault is not null ? throw new CimException($"CIM does not answer for {className}: {Fault}")
        : classes.TryGetValue(className, out var rows) ? Task.FromResult<IReadOnlyList<IReadOnlyDictionary<string, string>>>(rows)
        : throw new CimException($"CIM does not answer for {className}: Invalid class");
}
