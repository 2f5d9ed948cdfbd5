using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Sessions;

/// <summary>The reaction to a failure, and the kind reported when it ends the file.</summary>
internal readonly record struct FailureVerdict(FailureAction Action, FailureKind Kind);

/// <summary>The reaction to a failure.</summary>
internal enum FailureAction
{
    /// <summary>Try again after a pause; the number of tries without progress is bounded.</summary>
    Retry,

    /// <summary>
    /// The server allows no more sessions now: lower the ceiling, return the range, and charge nothing against the retry limit.
    /// </summary>
    LowerCeiling,

    /// <summary>The server refuses to start in the middle of a file: use one stream from 0.</summary>
    WithoutRest,

    /// <summary>Give up this file.</summary>
    GiveUp,
}
