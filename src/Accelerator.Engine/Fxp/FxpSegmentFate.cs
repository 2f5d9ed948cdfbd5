namespace Accelerator.Engine.Fxp;

/// <summary>The consequence of a failed piece, for it and for the others.</summary>
internal enum FxpSegmentFate
{
    /// <summary>The piece is sent again; the others continue.</summary>
    Again,

    /// <summary>A server wants fewer sessions: another pair sends the piece again, and this pair ends.</summary>
    FewerPairs,

    /// <summary>The servers do not support this: the copy restarts in one stream.</summary>
    OneStream,

    /// <summary>The run ends; complete pieces are kept.</summary>
    GiveUp,
}
