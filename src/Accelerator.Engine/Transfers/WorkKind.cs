namespace Accelerator.Engine.Transfers;

/// <summary>What a worker is asked to do next.</summary>
internal enum WorkKind
{
    /// <summary>Nothing now; ask again when woken.</summary>
    Wait,

    /// <summary>Nothing any more.</summary>
    End,

    /// <summary>Ask the server about a file and open it.</summary>
    Inspect,

    /// <summary>Fetch a range.</summary>
    Fetch,

    /// <summary>Prove and publish a file whose bytes are all there.</summary>
    Finish,
}
