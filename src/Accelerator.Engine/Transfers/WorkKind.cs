namespace Accelerator.Engine.Transfers;

/// <summary>What a worker is asked to do next.</summary>
internal enum WorkKind
{
    /// <summary>Nothing now; ask again when woken.</summary>
    Wait,

    /// <summary>Nothing now, but a range is to be expected: have a data connection ready for it.</summary>
    Prepare,

    /// <summary>Nothing any more.</summary>
    End,

    /// <summary>Ask the server one thing about a file.</summary>
    Ask,

    /// <summary>Ask what shows whether a further source holds the same file.</summary>
    Query,

    /// <summary>Open a file of which a listing has told all that a plan needs.</summary>
    Open,

    /// <summary>Fetch a range.</summary>
    Fetch,

    /// <summary>End another stream's transfer, which crawls: what it has not received is free then.</summary>
    EndLate,

    /// <summary>Prove and publish a file whose bytes are all there.</summary>
    Finish,
}
