using Accelerator.Ftp;
using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sources;

/// <summary>The evidence on one further source when it is judged.</summary>
internal sealed record ReplicaEvidence
{
    /// <summary>The first source as messages name it.</summary>
    public required string Primary { get; init; }

    /// <summary>Size of the file there in bytes.</summary>
    public required long Size { get; init; }

    /// <summary>Features that its server claims; null while not queried.</summary>
    public FtpFeatures? PrimaryFeatures { get; init; }

    /// <summary>The facts of the further source; null while not queried.</summary>
    public ReplicaFacts? Facts { get; init; }

    /// <summary>Whether the user gave the SHA-256 of the file, so that the complete file is compared with it.</summary>
    public bool HasDigest { get; init; }

    /// <summary>Whether the user trusts further sources.</summary>
    public bool IsTrusted { get; init; }

    /// <summary>Hashes that one of the two lists and does not provide.</summary>
    public IReadOnlySet<HashKind> Unusable { get; init; } = new HashSet<HashKind>();

    /// <summary>Digests of the first source, by hash.</summary>
    public IReadOnlyDictionary<HashKind, string> PrimaryDigests { get; init; } = new Dictionary<HashKind, string>();

    /// <summary>Digests of the further one, by hash.</summary>
    public IReadOnlyDictionary<HashKind, string> Digests { get; init; } = new Dictionary<HashKind, string>();
}
