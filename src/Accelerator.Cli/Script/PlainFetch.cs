using Accelerator.Cli.Hosting;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Cli.Script;

/// <summary>
/// Fetches a file over one stream of the prompt's own session, in its current type. The data is collected in <c>.part</c> and gets its name
/// when the server reports completion. That is the only evidence: text has no length to compare.
/// </summary>
internal sealed class PlainFetch(ScriptContext context)
{
    /// <summary>Fetches one file. If the local file cannot be written, that is reported, and the session stays usable.</summary>
    /// <exception cref="FtpException">The server refused the file, or the connection was lost.</exception>
    public async Task FetchAsync(ScriptFile file)
    {
        try
        {
            await CollectAsync(file).ConfigureAwait(false);
        }
        catch (StorageException e)
        {
            context.Fail(ScriptFailures.CodeOf(e), ScriptFailures.Line(FailureKind.Disk, e.Message));
        }
    }

    private async Task CollectAsync(ScriptFile file)
    {
        var time = context.ProcessEnvironment.Time;
        var began = time.GetTimestamp();
        // Before RETR: a transfer that is broken off because of the local disk ends the session.
        var part = await PartialFile.OpenAsync(file.Target, UnbufferedWrites.Off, size: null, time, context.Stop).ConfigureAwait(false);
        await using var closing = part.ConfigureAwait(false);
        var text = new LocalText(part.Sink);
        var (bytes, isKept) = (-1L, false);
        try
        {
            // A partial file of an accelerated get begins with raw bytes, not with converted text.
            await part.StartOverAsync(context.Stop).ConfigureAwait(false);
            bytes = await context.Link.UseAsync(
                session => RetrieveAsync(session, file, text), isRepeatable: false, context.Stop).ConfigureAwait(false);
            if (bytes >= 0)
                await part.CommitAsync(text.Length, modifiedUtc: null, overwrite: true, CancellationToken.None).ConfigureAwait(false);
            isKept = bytes >= 0;
        }
        catch (StorageException) when (bytes >= 0)
        {
            // The sentence says that the complete file is kept.
            isKept = true;
            throw;
        }
        finally
        {
            // Text cannot be resumed: the offset of a byte on the server is unknown.
            if (!isKept) await part.DiscardAsync().ConfigureAwait(false);
        }
        if (bytes < 0)
        {
            context.Fail(ExitCodes.Network, $"426 {file.Path}: the server did not confirm that the transfer was complete, so the "
                + "partial file was deleted. Download it again.");
            return;
        }
        context.Unfetched.Fetched(file.Path.Text);
        context.Screen.Close(bytes, "received", time.GetElapsedTime(began));
    }

    // The number of bytes; -1 if the server does not report success.
    private async Task<long> RetrieveAsync(PromptSession session, ScriptFile file, LocalText text)
    {
        var transfer = await session.RetrieveAsync(file.Path, context.Stop).ConfigureAwait(false);
        await using var goodbye = transfer.ConfigureAwait(false);
        await using var stop = context.Stop.Register(
            () => transfer.Abort(new OperationCanceledException(context.Stop))).ConfigureAwait(false);
        try
        {
            await new WireText(context.ProcessEnvironment.IsWindows || context.Modes.IsBinary).CopyAsync(
                transfer, text.WriteAsync, context.Stop).ConfigureAwait(false);
        }
        catch (StorageException)
        {
            context.Link.ExpectEnd();
            throw;
        }
        await transfer.CompleteAsync(context.Stop).ConfigureAwait(false);
        return transfer.IsEndConfirmed ? transfer.BytesRead : -1;
    }

    private sealed class LocalText(IFileSink sink)
    {
        public long Length { get; private set; }

        public async ValueTask WriteAsync(ReadOnlyMemory<byte> block, CancellationToken cancellationToken)
        {
            await sink.WriteAsync(Length, block, cancellationToken).ConfigureAwait(false);
            Length += block.Length;
        }
    }
}
