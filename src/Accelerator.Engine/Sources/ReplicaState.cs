namespace Accelerator.Engine.Sources;

/// <summary>The state of a further source of one file.</summary>
internal enum ReplicaState
{
    /// <summary>The source has not been queried.</summary>
    Unasked,

    /// <summary>The size of the source matches; the evidence for its content is being queried.</summary>
    Known,

    /// <summary>A hash of the complete file was equal at it and at the first source.</summary>
    Proven,

    /// <summary>The source is used, and the complete file is compared with a given digest at the end.</summary>
    Awaited,

    /// <summary>The source is used because the user trusts it.</summary>
    Trusted,

    /// <summary>
    /// The complete file did not match its hash; the bytes of this source are fetched again from the first source to see whether this one
    /// was wrong.
    /// </summary>
    Suspended,

    /// <summary>The source is no longer used; its bytes are kept.</summary>
    Refused,

    /// <summary>The source holds another file: its bytes are fetched again.</summary>
    Evicted,
}
