namespace Accelerator.Engine.Sources;

/// <summary>The next step for a further source.</summary>
internal enum ReplicaStep
{
    /// <summary>Wait for a reply that is in flight.</summary>
    Wait,

    /// <summary>Query both servers for one hash.</summary>
    AskHash,

    /// <summary>Use it: a hash was equal.</summary>
    Admit,

    /// <summary>Use it: the complete file is compared with a given digest at the end.</summary>
    AdmitOnDigest,

    /// <summary>Use it: the user trusts it.</summary>
    AdmitOnTrust,

    /// <summary>Do not use it.</summary>
    Refuse,
}
