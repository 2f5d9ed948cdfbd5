namespace Accelerator.Engine.Transfers;

/// <summary>What is done about a failure.</summary>
internal enum FailureAction
{
    /// <summary>Try again after a pause; the number of tries without any progress is bounded.</summary>
    Retry,

    /// <summary>The server allows no more now: lower the ceiling, give the range back, charge nothing.</summary>
    LowerCeiling,

    /// <summary>The server refuses to start in the middle: one stream from 0.</summary>
    WithoutRest,

    /// <summary>End of this file.</summary>
    GiveUp,
}
