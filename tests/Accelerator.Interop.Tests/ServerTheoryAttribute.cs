using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests;

/// <summary>A theory that needs real programs; skipped as <see cref="ServerFactAttribute"/> is.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ServerTheoryAttribute : TheoryAttribute
{
    /// <param name="tools">Names that <see cref="ServerTools.WhyUnavailable"/> knows.</param>
    public ServerTheoryAttribute(params string[] tools) => Skip = SkipReason.For(tools);
}
