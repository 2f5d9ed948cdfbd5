namespace Accelerator.Engine.Sources;

/// <summary>The kinds of query that a further source requires.</summary>
internal enum ReplicaQuestion
{
    /// <summary>The further source's size, time and features.</summary>
    Facts,

    /// <summary>The further source's hash of the complete file.</summary>
    Hash,

    /// <summary>Size and time once more, after the last byte.</summary>
    Recheck,

    /// <summary>The features of the first source's server.</summary>
    PrimaryFeatures,

    /// <summary>The first source's hash of the complete file.</summary>
    PrimaryHash,

    /// <summary>The first source's bytes at a seam where two sources differ.</summary>
    Dispute,
}
