namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>CIM that answers with what a test says of a namespace and a class, or with the exception it throws.</summary>
internal sealed class AnsweringCim(Func<string, string, IReadOnlyList<Dictionary<string, string>>> answer) : ICimSource
{
    public Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string space, string className, CancellationToken cancellationToken) =>
        Task.FromResult<IReadOnlyList<IReadOnlyDictionary<string, string>>>(answer(space, className));
}
