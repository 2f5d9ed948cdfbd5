namespace Accelerator.Tuning.Advising;

/// <summary>A problem with one local path, or with two of them together.</summary>
/// <param name="What">One or two sentences with the problem and the remedy.</param>
/// <param name="Commands">The commands to run, in order; none if the remedy is not a command. <c>GATEWAY</c> is a placeholder for a router
/// that is not known.</param>
public sealed record LocalPathFinding(string What, IReadOnlyList<string> Commands);
