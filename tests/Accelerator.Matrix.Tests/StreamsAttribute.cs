using System.Reflection;
using Xunit.Sdk;

namespace Accelerator.Matrix.Tests;

/// <summary>
/// Runs a theory with each of these numbers of streams; with <see cref="Each"/>, once for each of its values and each number.
/// </summary>
/// <param name="counts">Numbers of streams, the last argument of the theory.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class StreamsAttribute(params int[] counts) : DataAttribute
{
    /// <summary>Values of the theory's first argument; empty where the number of streams is its only one.</summary>
    public object[] Each { get; init; } = [];

    public override IEnumerable<object[]> GetData(MethodInfo testMethod) =>
        Each.Length == 0 ? counts.Select(count => new object[] { count }) : Each.SelectMany(value => counts.Select(count => new[] { value, count }));
}
