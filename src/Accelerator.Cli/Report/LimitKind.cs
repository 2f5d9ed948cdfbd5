namespace Accelerator.Cli.Report;

/// <summary>What kept a transfer from being faster. Exactly one is named.</summary>
internal enum LimitKind
{
    /// <summary>Not a byte came.</summary>
    NothingFetched,

    /// <summary>The user's <c>--limit-rate</c>.</summary>
    RateLimit,

    /// <summary>Flushing, hashing and publishing after the last byte.</summary>
    Proving,

    /// <summary>Times in which no stream received anything.</summary>
    Silence,

    /// <summary>Logins, slow start and the search for the number of streams, in a short transfer.</summary>
    StartUp,

    /// <summary>Of several files: logins, questions and waiting between them.</summary>
    BetweenFiles,

    /// <summary>The server does not honour REST, or does not tell the size: one stream.</summary>
    OneStream,

    /// <summary>Goodput stayed flat while streams were added.</summary>
    LineCapacity,

    /// <summary>The server allowed no more connections.</summary>
    ServerCeiling,

    /// <summary>The user's <c>--streams</c>.</summary>
    UserStreams,

    /// <summary>Each stream kept its rate whatever their number: a window or a limit of each connection.</summary>
    StreamWindow,

    /// <summary>What was observed fits none of these alone.</summary>
    CannotBeTold,
}
