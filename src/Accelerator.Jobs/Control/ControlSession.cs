using Accelerator.Ftp;
using Microsoft.Extensions.Logging;

namespace Accelerator.Jobs.Control;

/// <summary>One that asks: request after request, until it goes, says nothing for too long, or sends what is no request.</summary>
/// <param name="stream">The way to it.</param>
/// <param name="verbs">What it may ask for.</param>
/// <param name="time">The clock.</param>
/// <param name="log">Where defects are told.</param>
internal sealed class ControlSession(Stream stream, IReadOnlyDictionary<string, ControlVerb> verbs, TimeProvider time, ILogger log)
{
    /// <summary>How long it may take to send a request, or to say the next.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly ControlReply _reply = new(stream, time);

    /// <summary>Serves it to its end. Throws nothing that it causes.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var reader = new LineReader(stream);
        try
        {
            while (await ReadAsync(reader, cancellationToken).ConfigureAwait(false) is { } line)
            {
                if (!await AnswerAsync(line, cancellationToken).ConfigureAwait(false)) return;
            }
        }
        catch (ControlException failure)
        {
            await LastAsync(failure, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException or ObjectDisposedException)
        {
            // It went, or we go.
        }
    }

    private async Task<ReadOnlyMemory<byte>?> ReadAsync(LineReader reader, CancellationToken cancellationToken)
    {
        using var patience = new CancellationTokenSource(Patience, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellationToken);
        try
        {
            return await reader.ReadAsync(either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (patience.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new ControlException(ControlFailure.Silent, $"No request came for {Patience.TotalSeconds:0} seconds.");
        }
    }

    // False where nothing sensible can follow.
    private async Task<bool> AnswerAsync(ReadOnlyMemory<byte> line, CancellationToken cancellationToken)
    {
        ControlException failure;
        ControlRequest? request = null;
        try
        {
            request = ControlRequest.Read(line);
            if (!verbs.TryGetValue(request.Verb, out var verb))
                throw new ControlException(ControlFailure.Usage,
                    $"The service does not know \"{SafeText.Escape(Short(request.Verb))}\"; it knows {string.Join(", ", verbs.Keys)}.");
            await verb.RunAsync(request, _reply, cancellationToken).ConfigureAwait(false);
            await _reply.EndAsync(cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (ControlException e)
        {
            failure = e;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            failure = new ControlException(ControlFailure.Stopping, "The service is stopping.");
        }
        catch (Exception e) when (e is not (IOException or OutOfMemoryException))
        {
            ControlLog.Defect(log, request?.Verb ?? "", e);
            failure = new ControlException(ControlFailure.Defect, "This is a defect of ftpxd itself; its log has more.");
        }
        await LastAsync(failure, cancellationToken).ConfigureAwait(false);
        // A request that was understood and refused is followed by another; what is no request is followed by anything.
        return request is not null;
    }

    private async Task LastAsync(ControlException failure, CancellationToken cancellationToken)
    {
        try
        {
            await _reply.FailAsync(failure,
                failure.Kind == ControlFailure.Stopping ? CancellationToken.None : cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException or ObjectDisposedException)
        {
            // Whoever it is does not listen.
        }
    }

    private static string Short(string verb) => verb.Length <= 40 ? verb : verb[..40] + "...";
}
