namespace Accelerator.Engine.Transfers;

/// <summary>What is done about a failure, and what it is called when it ends the file.</summary>
internal readonly record struct FailureVerdict(FailureAction Action, FailureKind Kind);
