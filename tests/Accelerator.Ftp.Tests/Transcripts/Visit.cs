namespace Accelerator.Ftp.Tests.Transcripts;

/// <summary>The client's steps in every transcript: the same calls for every server. Running this records a new transcript.</summary>
internal static class Visit
{
    /// <summary>The length of <c>small.bin</c> in bytes.</summary>
    public const int SmallLength = 5000;

    private static readonly FtpPath Small = FtpPath.FromText("small.bin", FtpCharsets.Utf8);
    // 64 MiB: more than any socket buffers hold, so that the server notices when the client closes the connection early.
    private static readonly FtpPath Large = FtpPath.FromText("large.bin", FtpCharsets.Utf8);
    private static readonly FtpPath Missing = FtpPath.FromText("missing.bin", FtpCharsets.Utf8);

    /// <summary>Returns the content of both files from an offset on.</summary>
    public static byte[] Content(long offset, int count) => [.. Enumerable.Range(0, count).Select(i => (byte)((offset + i) * 31 >> 3))];

    public static string SmallSha256 { get; } = Convert.ToHexString(SHA256.HashData(Content(0, SmallLength))).ToLowerInvariant();

    /// <summary>Returns the result of each step, one per line.</summary>
    public static async Task<string> RunAsync(FtpConnector connector, CancellationToken cancellationToken)
    {
        var session = await connector.ConnectAsync(null, cancellationToken);
        await using var closing = session;
        await session.FeaturesAsync(cancellationToken);
        string[] steps =
        [
            $"size {await session.SizeAsync(Small, cancellationToken)}",
            $"modified {await session.ModifiedAsync(Small, cancellationToken)}",
            $"listed size {await session.ListedSizeAsync(Small, cancellationToken)}",
            $"whole {await FetchAsync(session, Small, 0, null, cancellationToken)}",
            $"tail {await FetchAsync(session, Small, 3000, null, cancellationToken)}",
            $"left {await LeaveAsync(session, Large, 100, cancellationToken)}",
            $"whole again {await FetchAsync(session, Small, 0, null, cancellationToken)}",
            $"range {(session.Traits.RangUsable ? await FetchAsync(session, Small, 1000, 2000, cancellationToken) : null)}",
            $"size of a missing file {await RefusalAsync(() => session.SizeAsync(Missing, cancellationToken).AsTask())}",
            $"missing file {await RefusalAsync(() => session.RetrieveAsync(Missing, 0, null, isBulk: false, cancellationToken))}",
            $"hash {await HashAsync(session, cancellationToken)}",
            $"last byte {await FetchAsync(session, Small, 4999, null, cancellationToken)}",
        ];
        await session.QuitAsync();
        return string.Join('\n', steps);
    }

    /// <summary>Fetches a range of a file of the length of <c>small.bin</c>.</summary>
    /// <returns>The code of the last reply; null if the bytes are wrong or the session is unusable.</returns>
    public static async Task<int?> FetchAsync(FtpSession session, FtpPath file, int offset, int? end, CancellationToken cancellationToken)
    {
        await using var transfer = await session.RetrieveAsync(file, offset, end, isBulk: false, cancellationToken);
        var expected = Content(offset, (end ?? SmallLength) - offset);
        var isRight = (await ReadAsync(transfer, expected.Length + 1)).SequenceEqual(expected);
        var reply = await transfer.CompleteAsync(cancellationToken);
        return isRight && session.IsUsable ? reply?.Code : null;
    }

    /// <summary>Reads the first bytes from an offset on, and closes the transfer early.</summary>
    /// <returns>Whether the bytes are correct and the session is still usable.</returns>
    public static async Task<bool> LeaveAsync(FtpSession session, FtpPath file, int offset, CancellationToken cancellationToken)
    {
        await using var transfer = await session.RetrieveAsync(file, offset, null, isBulk: false, cancellationToken);
        var isRight = (await ReadAsync(transfer, 1000)).SequenceEqual(Content(offset, 1000));
        return await transfer.AbandonAsync(cancellationToken) && isRight && session.IsUsable;
    }

    // Reads the available data, up to the given number of bytes.
    private static async Task<byte[]> ReadAsync(DataTransfer transfer, int most)
    {
        var bytes = new byte[most];
        return bytes[..await transfer.FillAsync(bytes)];
    }

    private static async Task<string?> HashAsync(FtpSession session, CancellationToken cancellationToken) =>
        session.Traits.Features!.Has("XSHA256")
            ? await session.HashAsync(HashCommand.For("XSHA256", null)!, Small, length: null, TimeSpan.FromSeconds(30), cancellationToken)
            : null;

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
