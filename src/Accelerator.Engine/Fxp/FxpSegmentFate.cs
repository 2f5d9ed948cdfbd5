namespace Accelerator.Engine.Fxp;

/// <summary>What becomes of a piece that failed, and of those beside it.</summary>
internal enum FxpSegmentFate
{
    /// <summary>It is sent again; the others go on.</summary>
    Again,

    /// <summary>A server wants fewer sessions: it is sent again by another pair, and this one ends.</summary>
    FewerPairs,

    /// <summary>The servers do not do this: the file goes over anew, in one stream.</summary>
    OneStream,

    /// <summary>The run ends; what is complete is kept.</summary>
    GiveUp,
}
