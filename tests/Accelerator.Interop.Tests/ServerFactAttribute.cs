namespace Accelerator.Interop.Tests;

/// <summary>
/// A fact that needs real programs. It is reported as skipped, with the reason, where one of them is missing;
/// under <c>FTPX_REQUIRE=all</c> it runs all the same and fails.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ServerFactAttribute : FactAttribute
{
    /// <param name="tools">Names that <see cref="ServerTools.WhyUnavailable"/> knows.</param>
    public ServerFactAttribute(params string[] tools) => Skip = SkipReason.For(tools);
}
