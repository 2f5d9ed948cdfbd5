namespace Accelerator.Engine.Sources;

/// <summary>Where a further source of one file stands.</summary>
internal enum ReplicaState
{
    /// <summary>Nobody has asked it.</summary>
    Unasked,

    /// <summary>Its size fits; what shows that its content does too is being asked for.</summary>
    Known,

    /// <summary>A hash of the whole was equal at it and at the first source.</summary>
    Proven,

    /// <summary>It gives bytes, and the whole is compared with a given digest at the end.</summary>
    Awaited,

    /// <summary>It gives bytes because the user trusts it.</summary>
    Trusted,

    /// <summary>
    /// The whole was not what its hash says; what it gave is fetched again from the first source to see whether it was this one.
    /// </summary>
    Suspended,

    /// <summary>It gives none any more; what it gave stays.</summary>
    Refused,

    /// <summary>It holds another file: what it gave is fetched again.</summary>
    Evicted,
}
