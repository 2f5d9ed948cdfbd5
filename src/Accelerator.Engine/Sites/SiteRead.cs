namespace Accelerator.Engine.Sites;

/// <summary>What reading a site's file gave.</summary>
/// <param name="Record">What is remembered; empty when there is nothing, or nothing that can be used.</param>
/// <param name="Problem">One sentence when there is a file and it cannot be used; else null.</param>
public sealed record SiteRead(SiteRecord Record, string? Problem);
