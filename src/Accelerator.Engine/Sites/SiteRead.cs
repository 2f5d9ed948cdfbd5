namespace Accelerator.Engine.Sites;

/// <summary>The result of reading a site's file.</summary>
/// <param name="Record">The profile; empty when there is none, or none that can be used.</param>
/// <param name="Problem">One sentence when there is a file and it cannot be used; else null.</param>
public sealed record SiteRead(SiteRecord Record, string? Problem);
