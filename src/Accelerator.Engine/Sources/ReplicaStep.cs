namespace Accelerator.Engine.Sources;

/// <summary>What is to be done next about a further source.</summary>
internal enum ReplicaStep
{
    /// <summary>Nothing before an answer that is on its way.</summary>
    Wait,

    /// <summary>Ask both servers for one hash.</summary>
    AskHash,

    /// <summary>Use it: a hash was equal.</summary>
    Admit,

    /// <summary>Use it: the whole is compared with a given digest at the end.</summary>
    AdmitOnDigest,

    /// <summary>Use it: the user trusts it.</summary>
    AdmitOnTrust,

    /// <summary>Do not use it.</summary>
    Refuse,
}
