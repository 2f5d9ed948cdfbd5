namespace Accelerator.Interop.Tests;

/// <summary>Decides whether a test that needs real programs is skipped.</summary>
internal static class SkipReason
{
    /// <summary>The first reason against running, or null: run. xunit 2 decides this at discovery, so it is an attribute's value.</summary>
    public static string? For(IEnumerable<string> tools) =>
        Environment.GetEnvironmentVariable("FTPX_REQUIRE") == "all"
            ? null
            : tools.Select(ServerTools.WhyUnavailable).FirstOrDefault(reason => reason is not null);
}
