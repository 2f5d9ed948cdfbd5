using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Sessions;

/// <summary>The reaction to a failure, and the kind reported when it ends the file.</summary>
internal readonly record struct FailureVerdict(FailureAction Action, FailureKind Kind);
