namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>A CIM source that returns recorded answers.</summary>
internal sealed class RecordedCim(Dictionary<string, List<Dictionary<string, string>>> classes) : ICimSource
{
    /// <summary>The reason why no query is answered; null if queries are answered.</summary>
    public string? Fault { get; set; }

    public Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string space, string className, CancellationToken cancellationToken) =>
        space != CimSpaces.Network ? throw new CimException($"CIM does not answer for {className}: Invalid namespace")
        : Fault is not null ? throw new CimException($"CIM does not answer for {className}: {Fault}")
        : classes.TryGetValue(className, out var rows) ? Task.FromResult<IReadOnlyList<IReadOnlyDictionary<string, string>>>(rows)
        : throw new CimException($"CIM does not answer for {className}: Invalid class");
}
