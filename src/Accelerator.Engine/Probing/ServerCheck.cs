using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Probing;

/// <summary>
/// Collects the facts that commands alone show: the server's replies, the file's facts, the round trip, and a hash where it is cheap.
/// </summary>
internal sealed class ServerCheck(FtpSession session, TransferSource source, TimeProvider time)
{
    private const int Pings = 7;
    private const int MostClaims = 64;
    private const int LongestClaim = 60;

    // A tenth of a second of a typical server's disk and processor.
    private const long CheapToHash = 32 << 20;

    /// <summary>Returns the reply times of several consecutive NOOPs, sorted.</summary>
    public async Task<IReadOnlyList<TimeSpan>> PingAsync(CancellationToken cancellationToken)
    {
        var answers = new List<TimeSpan>();
        while (answers.Count < Pings) answers.Add(await session.PingAsync(cancellationToken).ConfigureAwait(false));
        answers.Sort();
        return answers;
    }

    /// <summary>Returns the server's description of itself, and the file's facts.</summary>
    /// <exception cref="TransferException">There is no such file.</exception>
    public async Task<ProbeServer> DescribeAsync(CancellationToken cancellationToken)
    {
        var system = await session.SystemAsync(cancellationToken).ConfigureAwait(false);
        var identity = await SourceInspector.IdentifyAsync(session, source, isRepeat: false, cancellationToken).ConfigureAwait(false);
        var claims = await session.FeaturesAsync(cancellationToken).ConfigureAwait(false);
        var features = new List<ProbeFeature> { Size(identity), Modified(identity),
            await MlstAsync(identity, claims, cancellationToken).ConfigureAwait(false) };
        features.Add(new("UTF8", claims.Has("UTF8") ? FeatureVerdict.Claimed : FeatureVerdict.Absent, ""));
        // Last: a server that hashes for too long costs the session.
        features.AddRange(await HashesAsync(identity, claims, cancellationToken).ConfigureAwait(false));
        return new ProbeServer
        {
            Greeting = session.Traits.Greeting?.ToString() ?? "",
            System = system,
            Claims = [.. claims.Names.Take(MostClaims)
                .Select(name => SafeText.Escape(name.Length > LongestClaim ? name[..LongestClaim] : name))],
            Features = features,
            Size = identity.Size,
            Modified = identity.Modified,
        };
    }

    private static ProbeFeature Size(RemoteIdentity file) => file.Size is { } size
        ? new("SIZE", FeatureVerdict.Claimed, $"{size} bytes")
        : new("SIZE", FeatureVerdict.Refused, "the server does not report sizes: files are downloaded in one stream");

    private static ProbeFeature Modified(RemoteIdentity file) => file.Modified is { } modified
        ? new("MDTM", FeatureVerdict.Claimed, SafeText.Escape(modified))
        : new("MDTM", FeatureVerdict.Refused, "a change of the file during a transfer shows in its length only");

    private async Task<ProbeFeature> MlstAsync(RemoteIdentity file, FtpFeatures claims, CancellationToken cancellationToken)
    {
        if (!claims.Has("MLST")) return new("MLST", FeatureVerdict.Absent, "");
        if (await session.FactsAsync(source.Path, cancellationToken).ConfigureAwait(false) is not { } line)
            return new("MLST", FeatureVerdict.Refused, "listed, and refused when it was used");
        var isSame = file.Size is { } size && line.Contains($"size={size};", StringComparison.OrdinalIgnoreCase);
        return new("MLST", isSame ? FeatureVerdict.Proven : FeatureVerdict.Claimed, isSame ? "the same length as SIZE" : "");
    }

    // The strongest one is tested, on a file that is cheap to hash.
    private async Task<IReadOnlyList<ProbeFeature>> HashesAsync(
        RemoteIdentity file, FtpFeatures claims, CancellationToken cancellationToken)
    {
        var found = new List<ProbeFeature>();
        foreach (var verb in claims.Hashes)
        {
            var isTried = found.Count == 0 && file.Size is <= CheapToHash;
            found.Add(isTried && HashCommand.For(verb, claims.Parameters("HASH")) is { } command
                ? await TryAsync(command, cancellationToken).ConfigureAwait(false)
                : new ProbeFeature(verb, FeatureVerdict.Claimed, found.Count == 0 ? "not tried: it would read the whole file" : ""));
        }
        return found;
    }

    private async Task<ProbeFeature> TryAsync(HashCommand command, CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        try
        {
            if (!await session.ChooseHashAsync(command, cancellationToken).ConfigureAwait(false))
                return new(command.Name, FeatureVerdict.Refused, "the server does not take the algorithm it lists");
            var digest = await session.DigestAsync(command, source.Path, length: null, TimeSpan.FromSeconds(10), cancellationToken)
                .ConfigureAwait(false);
            var took = string.Create(
                System.Globalization.CultureInfo.InvariantCulture, $"after {time.GetElapsedTime(started).TotalMilliseconds:0} ms");
            return digest is null ? new(command.Name, FeatureVerdict.Refused, $"no digest {took}")
                : new(command.Name, FeatureVerdict.Claimed, $"a digest {took}");
        }
        catch (FtpException e)
        {
            return new(command.Name, FeatureVerdict.Refused, SafeText.Escape(e.Message));
        }
    }
}
