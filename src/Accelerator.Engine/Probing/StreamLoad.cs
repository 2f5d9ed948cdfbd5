using Accelerator.Ftp;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sessions;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Engine.Probing;

/// <summary>One stream that reads a file repeatedly and discards the data.</summary>
internal sealed class StreamLoad : IAsyncDisposable
{
    // Windows charges a receive by the buffer size posted; Linux gains nothing from a larger buffer.
    private const int ReceiveSize = 256 << 10;

    private readonly FtpSession _session;
    private readonly FtpPath _path;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _run;
    private DataTransfer? _transfer;
    private TcpFacts _ended = TcpFacts.Unknown;
    private long _bytes;
    private int _restarts;

    /// <summary>Starts the stream.</summary>
    /// <param name="session">An exclusive session; closed by its owner.</param>
    /// <param name="path">The file.</param>
    /// <param name="start">Where the first pass begins; later ones begin at 0.</param>
    public StreamLoad(FtpSession session, FtpPath path, long start)
    {
        _session = session;
        _path = path;
        _run = Task.Run(() => RunAsync(start));
    }

    /// <summary>The session of the stream.</summary>
    public FtpSession Session => _session;

    /// <summary>Bytes received so far.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>Number of restarts.</summary>
    public int Restarts => Volatile.Read(ref _restarts);

    /// <summary>Why it ended by itself; null while it runs.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>Returns the system's facts about its data connection, its packets counted over all passes.</summary>
    public TcpFacts PathFacts()
    {
        var (now, before) = (Volatile.Read(ref _transfer)?.PathFacts() ?? TcpFacts.Unknown, Volatile.Read(ref _ended));
        return now with
        {
            PacketsReceived = Sum(now.PacketsReceived, before.PacketsReceived),
            PacketsOutOfOrder = Sum(now.PacketsOutOfOrder, before.PacketsOutOfOrder),
        };
    }

    /// <summary>Ends the stream and waits until its session is idle.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _run.ConfigureAwait(false);
        _stop.Dispose();
    }

    private async Task RunAsync(long start)
    {
        var buffer = new byte[ReceiveSize];
        try
        {
            for (var offset = start; ; offset = 0)
            {
                if (await PassAsync(offset, buffer).ConfigureAwait(false) == 0 && offset == 0)
                    throw new FtpConnectionException(FtpStage.Data, $"RETR {_path} gave no data.");
                Interlocked.Increment(ref _restarts);
            }
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // Cancelled as requested.
        }
        catch (FtpException e)
        {
            Failure = e;
        }
    }

    private async Task<long> PassAsync(long offset, byte[] buffer)
    {
        var transfer = await _session.RetrieveAsync(_path, offset, null, isBulk: true, _stop.Token).ConfigureAwait(false);
        await using (transfer.ConfigureAwait(false))
        {
            Volatile.Write(ref _transfer, transfer);
            await using var stopping =
                _stop.Token.Register(() => transfer.Abort(new OperationCanceledException(_stop.Token))).ConfigureAwait(false);
            try
            {
                while (await transfer.ReadAsync(buffer).ConfigureAwait(false) is > 0 and var read) Interlocked.Add(ref _bytes, read);
            }
            catch (OperationCanceledException)
            {
                await transfer.AbandonAsync(CancellationToken.None).ConfigureAwait(false);
                throw;
            }
            Volatile.Write(ref _ended, PathFacts());
            Volatile.Write(ref _transfer, null);
            var reply = await transfer.CompleteAsync(_stop.Token).ConfigureAwait(false);
            if (reply is { IsSuccess: false, IsPreliminary: false })
                throw new FtpReplyException($"RETR {_path} at offset {offset}", "RETR", reply);
            return transfer.BytesRead;
        }
    }

    private static long? Sum(long? a, long? b) => a is null ? b : a + (b ?? 0);
}
