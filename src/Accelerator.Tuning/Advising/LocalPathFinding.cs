namespace Accelerator.Tuning.Advising;

/// <summary>What is wrong with one way out of this computer, or with two of them together.</summary>
/// <param name="What">One or two sentences, with what to do.</param>
/// <param name="Commands">The commands that do it, in order; none where it is done elsewhere. <c>GATEWAY</c> stands for a router that is
/// not known here.</param>
public sealed record LocalPathFinding(string What, IReadOnlyList<string> Commands);
