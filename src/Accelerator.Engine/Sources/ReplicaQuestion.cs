namespace Accelerator.Engine.Sources;

/// <summary>What is asked for the sake of a further source.</summary>
internal enum ReplicaQuestion
{
    /// <summary>Its size, time and claims.</summary>
    Facts,

    /// <summary>Its hash of the whole file.</summary>
    Hash,

    /// <summary>Size and time once more, after the last byte.</summary>
    Recheck,

    /// <summary>The claims of the first source's server.</summary>
    PrimaryFeatures,

    /// <summary>The first source's hash of the whole file.</summary>
    PrimaryHash,

    /// <summary>The first source's bytes at a seam where two sources differ.</summary>
    Dispute,
}
