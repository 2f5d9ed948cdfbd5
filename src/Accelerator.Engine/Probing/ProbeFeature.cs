namespace Accelerator.Engine.Probing;

/// <summary>One feature of the server.</summary>
/// <param name="Name">A command or an ability: <c>REST</c>, <c>early close</c>.</param>
/// <param name="Verdict">The result of the test.</param>
/// <param name="Detail">How it was determined, or the server's reply; safe to print.</param>
public sealed record ProbeFeature(string Name, FeatureVerdict Verdict, string Detail);
