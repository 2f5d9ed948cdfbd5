namespace Accelerator.Engine.Transfers.Scheduling;

/// <summary>The next work of a worker.</summary>
internal enum WorkKind
{
    /// <summary>Nothing now; ask again when woken.</summary>
    Wait,

    /// <summary>Nothing now, but a range is expected: prepare a data connection for it.</summary>
    Prepare,

    /// <summary>Nothing any more: end.</summary>
    End,

    /// <summary>Send one query about a file to the server.</summary>
    Ask,

    /// <summary>Send a query that shows whether a further source holds the same file.</summary>
    Query,

    /// <summary>Open a file for which a listing has reported all that a plan needs.</summary>
    Open,

    /// <summary>Fetch a range.</summary>
    Fetch,

    /// <summary>End another stream's transfer, which crawls: the bytes not received are then free.</summary>
    EndLate,

    /// <summary>Verify and publish a file whose bytes are all there.</summary>
    Finish,
}
