using Accelerator.Engine.Sources;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Sampling;

/// <summary>The samples of one file that are read once more, each over one session. Thread-safe.</summary>
/// <param name="source">The source of the file.</param>
/// <param name="samples">The samples on the disk.</param>
/// <param name="equal">Records the samples for which the server sends the same bytes as on the disk.</param>
/// <param name="answered">Called after each answer, which arrives before the server has confirmed the end of the transfer.</param>
internal sealed class SampleQueue(TransferSource source, IReadOnlyList<ContentSample> samples, SampleRecord equal, Action answered)
{
    private readonly object _lock = new();
    private readonly Queue<ContentSample> _open = new(samples);
    private readonly Queue<ContentSample> _taken = new();
    private int _unanswered = samples.Count;
    private int _refusals;

    /// <summary>Whether every sample was answered.</summary>
    public bool IsComplete
    {
        get { lock (_lock) return _unanswered == 0; }
    }

    /// <summary>Whether a sample is left to take.</summary>
    public bool HasOpen
    {
        get { lock (_lock) return _open.Count > 0; }
    }

    /// <summary>Offset of a sample for which the server now sends other bytes; null when there is none.</summary>
    public long? ChangedAt { get; private set; }

    /// <summary>Bytes received for samples.</summary>
    public long BytesReceived { get; private set; }

    /// <summary>Whether the server refused to send a sample, so that it verifies nothing.</summary>
    public bool IsRefused { get; private set; }

    /// <summary>Takes a sample, which must then be read by <see cref="ReadAsync"/>.</summary>
    /// <returns>False when there is none left.</returns>
    public bool TryTake()
    {
        lock (_lock)
        {
            if (!_open.TryDequeue(out var sample)) return false;
            _taken.Enqueue(sample);
            return true;
        }
    }

    /// <summary>Reads a sample that was taken. If that fails, another session can take it.</summary>
    /// <exception cref="FtpException">The session could not read it.</exception>
    public async Task ReadAsync(FtpSession session, CancellationToken cancellationToken)
    {
        ContentSample sample;
        lock (_lock) sample = _taken.Dequeue();
        var isAnswered = false;
        try
        {
            var bytes = await SeamProbe.ReadBoundedAsync(
                session, source.Path, sample.Range, Answer, cancellationToken).ConfigureAwait(false);
            if (isAnswered) return;
            if (bytes.AsSpan().SequenceEqual(sample.Stored.AsSpan(0, bytes.Length)))
                throw new FtpConnectionException(
                    FtpStage.Data, $"RETR {source.Path} at offset {sample.Start}: the data ended after {bytes.Length:N0} bytes.");
            Answer(bytes);
        }
        catch (FtpReplyException e) when (e is { SessionUsable: true, Reply.IsPermanentRefusal: true }
            || (e is { SessionUsable: true, IsTransient: true, Reply.Code: not (421 or 425 or 426) }
                && Interlocked.Increment(ref _refusals) >= 2))
        {
            Answer(null);
        }
        finally
        {
            if (!isAnswered)
            {
                lock (_lock) _open.Enqueue(sample);
            }
        }

        void Answer(byte[]? bytes)
        {
            lock (_lock)
            {
                isAnswered = true;
                _unanswered--;
                BytesReceived += bytes?.Length ?? 0;
                if (bytes is null) IsRefused = true;
                else if (bytes.AsSpan().SequenceEqual(sample.Stored)) equal.Add(sample);
                else ChangedAt ??= sample.Start;
            }
            answered();
        }
    }
}
