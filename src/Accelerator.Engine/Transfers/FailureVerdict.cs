namespace Accelerator.Engine.Transfers;

/// <summary>The reaction to a failure, and the kind reported when it ends the file.</summary>
internal readonly record struct FailureVerdict(FailureAction Action, FailureKind Kind);
