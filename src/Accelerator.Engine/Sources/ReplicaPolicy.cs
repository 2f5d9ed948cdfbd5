using Accelerator.Ftp;
using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sources;

/// <summary>
/// Decides whether a further source holds the same file. Pure. Size, then one hash of the complete file that both servers provide; the
/// file's own digest, where the user gave it, replaces that. Times, names, sampled blocks and seams are no evidence (docs/decisions/0010),
/// except between two addresses of one server: there, equal time and equal samples replace the hash (docs/decisions/0035).
/// </summary>
internal static class ReplicaPolicy
{
    /// <summary>Judges one further source by the evidence so far.</summary>
    public static ReplicaVerdict Judge(ReplicaEvidence evidence)
    {
        if (evidence.Facts is not { } facts) return new(ReplicaStep.Wait);
        if (facts.Identity.Size is not { } size) return new(ReplicaStep.Refuse, "its server does not report the size of the file");
        if (size != evidence.Size)
            return new(ReplicaStep.Refuse, $"it has {size:N0} bytes there, and {evidence.Size:N0} at {evidence.Primary}");
        // The complete file is compared with that digest before it is published.
        if (evidence.HasDigest) return new(ReplicaStep.AdmitOnDigest, "the whole is compared with the given hash at the end");
        if (evidence.PrimaryFeatures is not { } features) return new(ReplicaStep.Wait);
        return Common(features, facts.Features, evidence.Unusable) is { } kind ? Compare(evidence, kind)
            : evidence.IsOtherAddress ? OfAddress(evidence) : WithoutHash(evidence);
    }

    /// <summary>Returns the strongest hash that both servers list and neither has failed to provide; null when there is none.</summary>
    public static HashKind? Common(FtpFeatures one, FtpFeatures other, IReadOnlySet<HashKind> unusable)
    {
        var others = HashCommand.Offered(other);
        return HashCommand.Offered(one).Select(command => (HashKind?)command.Kind)
            .FirstOrDefault(kind => !unusable.Contains(kind!.Value) && others.Any(command => command.Kind == kind));
    }

    private static ReplicaVerdict Compare(ReplicaEvidence evidence, HashKind kind)
    {
        if (!evidence.PrimaryDigests.TryGetValue(kind, out var expected) || !evidence.Digests.TryGetValue(kind, out var actual))
            return new(ReplicaStep.AskHash, Hash: kind);
        var command = HashCommand.Offered(evidence.Facts!.Features).First(command => command.Kind == kind);
        return string.Equals(expected, actual, StringComparison.OrdinalIgnoreCase)
            ? new(ReplicaStep.Admit, $"its {command.Name} is that of {evidence.Primary}", kind)
            : new(ReplicaStep.Refuse, $"it holds another file: its {command.Name} is {actual}, that of {evidence.Primary} is {expected}");
    }

    private static ReplicaVerdict OfAddress(ReplicaEvidence evidence)
    {
        if (evidence is not { Modified: { } modified, Facts.Identity.Modified: { } other })
            return WithoutHash(evidence, "the server reports no time of the file, and nothing else shows that it is the same host");
        if (modified != other)
            return WithoutHash(evidence, $"another host answers there: the file's time is {other}, at {evidence.Primary} {modified}");
        if (evidence.AreSamplesUnusable)
            return WithoutHash(evidence, "samples of the file could not be read, and nothing else shows that it is the same host");
        if (evidence is not { PrimarySamples: { } expected, Samples: { } actual }) return new(ReplicaStep.AskSamples);
        return expected == actual
            ? new(ReplicaStep.AdmitOnSamples, $"it is the same host: size, time and {HostSamples.Most} samples of the file are equal")
            : new(ReplicaStep.Refuse, $"another host answers there: samples of the file differ from those of {evidence.Primary}");
    }

    private static ReplicaVerdict WithoutHash(ReplicaEvidence evidence, string why) => evidence.IsTrusted
        ? WithoutHash(evidence) : new(ReplicaStep.Refuse, $"{why}; to use it anyway, add --verify sha256:HEX or --trust-replica");

    private static ReplicaVerdict WithoutHash(ReplicaEvidence evidence) => evidence.IsTrusted
        ? new(ReplicaStep.AdmitOnTrust, "only its size matches; used because of --trust-replica")
        : new(ReplicaStep.Refuse,
            "no hash that both servers offer and no --verify sha256:HEX shows that it has the same file; "
                + "to use it anyway, add --trust-replica");
}

/// <summary>The evidence on one further source when it is judged.</summary>
internal sealed record ReplicaEvidence
{
    /// <summary>The first source as messages name it.</summary>
    public required string Primary { get; init; }

    /// <summary>Size of the file there in bytes.</summary>
    public required long Size { get; init; }

    /// <summary>MDTM of the file there as the server wrote it; null if it reports none.</summary>
    public string? Modified { get; init; }

    /// <summary>Whether the further source is the same server and path under another address.</summary>
    public bool IsOtherAddress { get; init; }

    /// <summary>The digest of the first source's samples; null while not queried.</summary>
    public string? PrimarySamples { get; init; }

    /// <summary>The digest of the further source's samples at the same offsets; null while not queried.</summary>
    public string? Samples { get; init; }

    /// <summary>Whether one of the two could not be asked for samples.</summary>
    public bool AreSamplesUnusable { get; init; }

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

/// <summary>A decision of <see cref="ReplicaPolicy"/>.</summary>
/// <param name="Step">The next step.</param>
/// <param name="Why">The end of a sentence that begins with the source, for display.</param>
/// <param name="Hash">Which hash, for <see cref="ReplicaStep.AskHash"/>.</param>
internal readonly record struct ReplicaVerdict(ReplicaStep Step, string Why = "", HashKind? Hash = null);

/// <summary>The next step for a further source.</summary>
internal enum ReplicaStep
{
    /// <summary>Wait for a reply that is in flight.</summary>
    Wait,

    /// <summary>Query both servers for one hash.</summary>
    AskHash,

    /// <summary>Query both for samples of the file.</summary>
    AskSamples,

    /// <summary>Use it: it is another address of the same host.</summary>
    AdmitOnSamples,

    /// <summary>Use it: a hash was equal.</summary>
    Admit,

    /// <summary>Use it: the complete file is compared with a given digest at the end.</summary>
    AdmitOnDigest,

    /// <summary>Use it: the user trusts it.</summary>
    AdmitOnTrust,

    /// <summary>Do not use it.</summary>
    Refuse,
}
