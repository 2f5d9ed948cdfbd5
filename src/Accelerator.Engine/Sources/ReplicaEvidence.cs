using Accelerator.Ftp;
using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sources;

/// <summary>All that is known of one further source when it is judged.</summary>
internal sealed record ReplicaEvidence
{
    /// <summary>The first source as messages name it.</summary>
    public required string Primary { get; init; }

    /// <summary>Bytes of the file there.</summary>
    public required long Size { get; init; }

    /// <summary>Claims of its server; null while nobody has asked.</summary>
    public FtpFeatures? PrimaryFeatures { get; init; }

    /// <summary>What the further source says; null while nobody has asked.</summary>
    public ReplicaFacts? Facts { get; init; }

    /// <summary>Whether the user gave the SHA-256 of the file, so that the whole is compared with it.</summary>
    public bool HasDigest { get; init; }

    /// <summary>Whether the user trusts further sources.</summary>
    public bool IsTrusted { get; init; }

    /// <summary>Hashes that one of the two lists and does not give.</summary>
    public IReadOnlySet<HashKind> Unusable { get; init; } = new HashSet<HashKind>();

    /// <summary>Digests of the first source, by hash.</summary>
    public IReadOnlyDictionary<HashKind, string> PrimaryDigests { get; init; } = new Dictionary<HashKind, string>();

    /// <summary>Digests of the further one, by hash.</summary>
    public IReadOnlyDictionary<HashKind, string> Digests { get; init; } = new Dictionary<HashKind, string>();
}
