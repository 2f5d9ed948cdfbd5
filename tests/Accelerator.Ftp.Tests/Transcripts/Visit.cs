using System.Security.Cryptography;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Ftp.Tests.Transcripts;

/// <summary>What the client does in every transcript: the same calls, whatever the server. A new transcript is recorded by running this.</summary>
internal static class Visit
{
    /// <summary>Bytes of <c>small.bin</c>.</summary>
    public const int SmallLength = 5000;

    /// <summary>Bytes of <c>large.bin</c>: more than any socket buffers hold, so that the server notices when it is left.</summary>
    public const int LargeLength = 64 << 20;

    private static readonly FtpPath Small = FtpPath.FromText("small.bin", FtpCharsets.Utf8);
    private static readonly FtpPath Large = FtpPath.FromText("large.bin", FtpCharsets.Utf8);
    private static readonly FtpPath Missing = FtpPath.FromText("missing.bin", FtpCharsets.Utf8);

    /// <summary>What both files hold from an offset on.</summary>
    public static byte[] Content(long offset, int count) => [.. Enumerable.Range(0, count).Select(i => (byte)((offset + i) * 31 >> 3))];

    public static string SmallSha256 { get; } = Convert.ToHexString(SHA256.HashData(Content(0, SmallLength))).ToLowerInvariant();

    public static async Task<VisitResult> RunAsync(FtpConnector connector, CancellationToken cancellationToken)
    {
        var session = await connector.ConnectAsync(null, cancellationToken);
        await using var closing = session;
        await session.FeaturesAsync(cancellationToken);
        var result = new VisitResult
        {
            Size = await session.SizeAsync(Small, cancellationToken),
            Modified = await session.ModifiedAsync(Small, cancellationToken),
            ListedSize = await session.ListedSizeAsync(Small, cancellationToken),
            IsWhole = await FetchAsync(session, 0, null, cancellationToken),
            IsTail = await FetchAsync(session, 3000, null, cancellationToken),
            CouldLeave = await LeaveAsync(session, cancellationToken),
            IsWholeAfterLeaving = await FetchAsync(session, 0, null, cancellationToken),
            IsRange = session.Traits.RangUsable ? await FetchAsync(session, 1000, 2000, cancellationToken) : null,
            MissingSize = await RefusalAsync(() => session.SizeAsync(Missing, cancellationToken).AsTask()),
            MissingFile = await RefusalAsync(() => session.RetrieveAsync(Missing, 0, null, cancellationToken)),
            Sha256 = session.Traits.Features!.Has("XSHA256") ? await session.HashAsync("XSHA256", Small, 64, TimeSpan.FromSeconds(30), cancellationToken) : null,
            IsTailAtLast = await FetchAsync(session, 4999, null, cancellationToken),
        };
        await session.QuitAsync();
        return result;
    }

    private static async Task<bool> FetchAsync(FtpSession session, int offset, int? end, CancellationToken cancellationToken)
    {
        await using var transfer = await session.RetrieveAsync(Small, offset, end, cancellationToken);
        var expected = Content(offset, (end ?? SmallLength) - offset);
        var isRight = (await ReadAsync(transfer, expected.Length + 1)).SequenceEqual(expected);
        return await transfer.CompleteAsync(cancellationToken) is { Code: 226 } && isRight && session.IsUsable;
    }

    private static async Task<bool> LeaveAsync(FtpSession session, CancellationToken cancellationToken)
    {
        await using var transfer = await session.RetrieveAsync(Large, 100, null, cancellationToken);
        var isRight = (await ReadAsync(transfer, 1000)).SequenceEqual(Content(100, 1000));
        return await transfer.AbandonAsync(cancellationToken) && isRight && session.IsUsable;
    }

    /// <summary>What comes, up to so many bytes.</summary>
    public static async Task<byte[]> ReadAsync(DataTransfer transfer, int most)
    {
        var bytes = new byte[most];
        var filled = 0;
        while (filled < most && await transfer.ReadAsync(bytes.AsMemory(filled)) is > 0 and var read) filled += read;
        return bytes[..filled];
    }

    private static async Task<int?> RefusalAsync<T>(Func<Task<T>> attempt)
    {
        try
        {
            await attempt();
            return null;
        }
        catch (FtpReplyException e)
        {
            return e.Reply.Code;
        }
    }
}
