using System.Reflection;
using Xunit.Sdk;

namespace Accelerator.Engine.Tests;

/// <summary>Runs a theory with each of these values; with <see cref="With"/>, with each of them and each of those.</summary>
/// <param name="values">Values of the theory's only, or first, argument.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class EachAttribute(params object?[] values) : DataAttribute
{
    /// <summary>Values of the theory's second argument; empty where there is none.</summary>
    public object?[] With { get; init; } = [];

    public override IEnumerable<object?[]> GetData(MethodInfo testMethod) =>
        With.Length == 0 ? values.Select(value => new[] { value }) : values.SelectMany(value => With.Select(with => new[] { value, with }));
}
