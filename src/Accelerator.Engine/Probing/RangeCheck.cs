using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Engine.Probing;

/// <summary>Fetches a few KiB in every way a transfer would, and judges only by the bytes. One session, one fetch at a time.</summary>
internal sealed class RangeCheck(FtpSession session, ProbeSessions sessions, ProbeRequest request, long? size, TimeProvider time)
{
    /// <summary>Bytes that are compared: enough that two places of real data never agree, and at most a first flight or two.</summary>
    private const int SampleLength = 8 << 10;

    private readonly List<ProbeFeature> _features = [];
    private readonly FtpPath _path = request.Source.Path;
    private FtpSession _session = session;
    private byte[] _head = [];
    private TimeSpan? _firstByte;
    private TcpFacts _facts = TcpFacts.Unknown;
    private bool _ranges;

    /// <summary>The session that remains: another one when the server ended the first.</summary>
    public FtpSession Session => _session;

    /// <summary>Runs all checks.</summary>
    /// <exception cref="FtpException">The session was lost, or the file cannot be read at all.</exception>
    public async Task<RangeFindings> RunAsync(CancellationToken cancellationToken)
    {
        await FetchHeadAsync(cancellationToken).ConfigureAwait(false);
        await CheckRestAsync(cancellationToken).ConfigureAwait(false);
        await CheckRangAsync(cancellationToken).ConfigureAwait(false);
        AddPassive();
        await ReviveAsync(cancellationToken).ConfigureAwait(false);
        return new RangeFindings(_features, _ranges, _firstByte, _facts);
    }

    private int Middle => (_head.Length / 2) + 13;

    private int Length => Math.Min(SampleLength, _head.Length - Middle);

    // The start of the file without REST; then the connection is closed in the middle, as a transfer ends a range.
    private async Task FetchHeadAsync(CancellationToken cancellationToken)
    {
        var buffer = new byte[checked((int)Math.Min(SeamSample.Length, size is > 0 and var known ? known : SeamSample.Length))];
        await ReviveAsync(cancellationToken).ConfigureAwait(false);
        var started = time.GetTimestamp();
        var transfer = await _session.RetrieveAsync(_path, 0, null, isBulk: false, cancellationToken).ConfigureAwait(false);
        await using (transfer.ConfigureAwait(false))
        {
            await using var stop = cancellationToken.Register(
                () => transfer.Abort(new OperationCanceledException(cancellationToken))).ConfigureAwait(false);
            var first = await transfer.ReadAsync(buffer).ConfigureAwait(false);
            _firstByte = first > 0 ? time.GetElapsedTime(started) : null;
            var read = first + await transfer.FillAsync(buffer.AsMemory(first)).ConfigureAwait(false);
            _facts = transfer.PathFacts();
            _head = buffer[..read];

            var isCut = read == buffer.Length && read != size;
            var ended = time.GetTimestamp();
            var lives = isCut ? await transfer.AbandonAsync(cancellationToken).ConfigureAwait(false)
                : await transfer.CompleteAsync(cancellationToken).ConfigureAwait(false) is not null;
            Add("early close", EarlyClose(isCut, lives, transfer.LastReply, time.GetElapsedTime(ended)));
        }
    }

    private static (FeatureVerdict Verdict, string Detail) EarlyClose(bool isCut, bool lives, FtpReply? reply, TimeSpan took)
    {
        if (!isCut) return (FeatureVerdict.Unclear, "the file is too short to be cut");
        var answer = reply is null ? "no answer" : $"{reply.Code}";
        var detail = string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{answer} after {took.TotalMilliseconds:0} ms");
        return lives ? (FeatureVerdict.Proven, detail)
            : (FeatureVerdict.Ignored, $"{detail}, and the session was lost: each range that ends early costs a login");
    }

    private async Task CheckRestAsync(CancellationToken cancellationToken)
    {
        if (Length < 16)
        {
            Add("REST", (FeatureVerdict.Unclear, "the file is too short to tell"));
            return;
        }
        try
        {
            var got = await FetchAsync(Middle, null, Length, cancellationToken).ConfigureAwait(false);
            var endsRight = await EndsRightAsync(cancellationToken).ConfigureAwait(false);
            var verdict = RestPolicy.Judge(_head, Middle, got, endsRight);
            _ranges = verdict.Verdict is FeatureVerdict.Proven or FeatureVerdict.Unclear;
            Add("REST", verdict);
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            Add("REST", (FeatureVerdict.Refused, e.Message));
        }
    }

    // From near the end exactly the rest must arrive: the evidence for data that repeats itself, and for offsets beyond 2 and 4 GiB, which
    // wrap on some servers.
    private async Task<bool?> EndsRightAsync(CancellationToken cancellationToken)
    {
        if (size is not { } known || known <= _head.Length) return null;
        var rest = checked((int)Math.Min(SampleLength, known - _head.Length));
        var got = await FetchAsync(known - rest, null, rest + 1, cancellationToken).ConfigureAwait(false);
        return got.Length == rest;
    }

    private async Task CheckRangAsync(CancellationToken cancellationToken)
    {
        if (!sessions.Traits.RangUsable)
        {
            Add("RANG", (FeatureVerdict.Absent, ""));
            return;
        }
        if (Length < 16)
        {
            Add("RANG", (FeatureVerdict.Claimed, "the file is too short to tell"));
            return;
        }
        byte[] got;
        try
        {
            got = await FetchAsync(Middle, Middle + Length, Length + 1, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            sessions.Traits.RefuseRang();
            got = [];
        }
        var isExact = got.AsSpan().SequenceEqual(_head.AsSpan(Middle, Length));
        Add("RANG", !sessions.Traits.RangUsable ? (FeatureVerdict.Refused, "listed, and refused when it was used")
            : isExact ? (FeatureVerdict.Proven, $"exactly the {Length} bytes asked for came")
            : (FeatureVerdict.Ignored, $"{Length} bytes were asked for, and others came"));
        if (!isExact) sessions.Traits.RefuseRang();
    }

    private void AddPassive()
    {
        if (request.ActiveMode) return;
        Add("EPSV", sessions.Traits.EpsvRefused ? (FeatureVerdict.Refused, "refused, or its port cannot be reached: PASV is used")
            : (FeatureVerdict.Proven, "data connections open"));
    }

    private async Task<byte[]> FetchAsync(long offset, long? end, int length, CancellationToken cancellationToken)
    {
        var buffer = new byte[length];
        await ReviveAsync(cancellationToken).ConfigureAwait(false);
        var transfer = await _session.RetrieveAsync(_path, offset, end, isBulk: false, cancellationToken).ConfigureAwait(false);
        await using (transfer.ConfigureAwait(false))
        {
            await using var stop = cancellationToken.Register(
                () => transfer.Abort(new OperationCanceledException(cancellationToken))).ConfigureAwait(false);
            var read = await transfer.FillAsync(buffer).ConfigureAwait(false);
            if (read < length) await transfer.CompleteAsync(cancellationToken).ConfigureAwait(false);
            else await transfer.AbandonAsync(cancellationToken).ConfigureAwait(false);
            return buffer[..read];
        }
    }

    private async Task ReviveAsync(CancellationToken cancellationToken)
    {
        if (_session.IsUsable) return;
        await sessions.CloseAsync(_session).ConfigureAwait(false);
        _session = (await sessions.OpenAsync(1, cancellationToken).ConfigureAwait(false)).SingleOrDefault()
            ?? throw new TransferException(
                FailureKind.Network, $"{request.Source}: the server ended the session, and a new one could not be opened. "
                    + $"{sessions.Failures[^1]}");
    }

    private void Add(string name, (FeatureVerdict Verdict, string Detail) found) =>
        _features.Add(new ProbeFeature(name, found.Verdict, SafeText.Escape(found.Detail)));
}

/// <summary>The results of single fetches.</summary>
/// <param name="Features">REST, RANG, early close, EPSV.</param>
/// <param name="Ranges">Whether REST may be used: verified, or at least not found faulty.</param>
/// <param name="FirstByte">Time from the start of the first fetch to its first byte.</param>
/// <param name="Data">The data connection of the first fetch.</param>
internal sealed record RangeFindings(IReadOnlyList<ProbeFeature> Features, bool Ranges, TimeSpan? FirstByte, TcpFacts Data);

/// <summary>Decides whether a server honours REST, from the bytes it sent. A 350 is no evidence. Pure.</summary>
internal static class RestPolicy
{
    /// <summary>Judges the bytes from an offset.</summary>
    /// <param name="head">The file's beginning, fetched without REST.</param>
    /// <param name="offset">The requested offset within it.</param>
    /// <param name="got">The received bytes.</param>
    /// <param name="endsRight">Whether a fetch near the end returned exactly the rest of the file; null when that could not be
    /// tested.</param>
    public static (FeatureVerdict Verdict, string Detail) Judge(
        ReadOnlySpan<byte> head, int offset, ReadOnlySpan<byte> got, bool? endsRight)
    {
        var expected = head.Slice(offset, Math.Min(got.Length, head.Length - offset));
        if (got.Length == 0 || expected.Length < got.Length) return (FeatureVerdict.Unclear, $"no data came from offset {offset}");
        if (endsRight == false)
            return (FeatureVerdict.Ignored,
                "a download from near the end did not deliver the rest of the file: offsets are ignored, or wrap");

        if (!got.SequenceEqual(expected))
        {
            return got.SequenceEqual(head[..got.Length])
                ? (FeatureVerdict.Ignored, "the server accepted the restart marker, but sent the file from byte 0")
                : (FeatureVerdict.Ignored, $"the data from offset {offset} differs from the file at that offset");
        }
        if (!SeamSample.IsFlat(got) && !got.SequenceEqual(head[..got.Length]))
            return (FeatureVerdict.Proven,
                $"{got.Length} bytes from offset {offset} match a download from the "
                    + $"start{(endsRight == true ? ", and the byte count near the end is right" : "")}");
        return endsRight == true
            ? (FeatureVerdict.Proven, "by the count of bytes near the end; the data at the start repeats itself")
            : (FeatureVerdict.Unclear, "cannot tell: constant data");
    }
}
