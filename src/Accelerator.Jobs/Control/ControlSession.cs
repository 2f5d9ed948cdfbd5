using Accelerator.Ftp;
using Microsoft.Extensions.Logging;

namespace Accelerator.Jobs.Control;

/// <summary>
/// A client session: serves requests until the client leaves, is silent for too long, or sends something that is not a request.
/// </summary>
/// <param name="stream">The connection to the client.</param>
/// <param name="verbs">The supported verbs.</param>
/// <param name="log">Receives unexpected exceptions of a verb.</param>
internal sealed class ControlSession(Stream stream, IReadOnlyDictionary<string, ControlVerb> verbs, TimeProvider time, ILogger log)
{
    /// <summary>The time a client may take to send a request, or to start the next one.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly ControlReply _reply = new(stream, time);

    /// <summary>Serves the client to the end. Does not throw for anything that the client causes.</summary>
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
            // The client left, or the service stops.
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

    // Returns false if the session must end.
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
            failure = new ControlException(ControlFailure.Defect, "This is a defect in ftpxd; see its log.");
        }
        await LastAsync(failure, cancellationToken).ConfigureAwait(false);
        // The session continues after a well-formed request, even if it failed. After a malformed one it ends: the next bytes may be no
        // request.
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
            // The client does not read.
        }
    }

    private static string Short(string verb) => verb.Length <= 40 ? verb : verb[..40] + "...";
}
