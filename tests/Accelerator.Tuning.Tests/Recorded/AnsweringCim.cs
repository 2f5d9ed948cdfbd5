namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>A CIM source that returns a test's answer for a namespace and a class, or throws its exception.</summary>
internal sealed class AnsweringCim(Func<string, string, IReadOnlyList<Dictionary<string, string>>> answer) : ICimSource
{
    public Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string space, string className, CancellationToken cancellationToken) =>
        Task.FromResult<IReadOnlyList<IReadOnlyDictionary<string, string>>>(answer(space, className));
}
