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
        // A partial file of an accelerated get begins with raw bytes, not with converted text.
        if (!PartialFile.TryDeleteLeft(file.Target, null))
        {
            context.Fail(ExitCodes.Usage,
                $"{SafeText.Escape(file.Target)} is being downloaded by another run, or its .part cannot be written.");
            return;
        }
        var part = PartNames.SideFiles(file.Target)[0];
        try
        {
            await CollectAsync(file, part).ConfigureAwait(false);
        }
        catch (StorageException e)
        {
            Fail(e);
        }
        // Closing a file after a failed write writes its buffer again, and that failure replaces the first.
        catch (Exception e) when (IsLocal(e))
        {
            Fail(StorageErrors.From(e, "Writing", part));
        }

        void Fail(StorageException e) => context.Fail(ScriptFailures.CodeOf(e), ScriptFailures.Line(FailureKind.Disk, e.Message));
    }

    private async Task CollectAsync(ScriptFile file, string part)
    {
        var began = context.ProcessEnvironment.Time.GetTimestamp();
        // Before RETR: a transfer that is broken off because of the local disk ends the session.
        var collected = Local("Opening", part, () => new FileStream(part, FileMode.CreateNew, FileAccess.Write, FileShare.None));
        long bytes;
        try
        {
            await using (collected.ConfigureAwait(false))
            {
                bytes = await context.Link.UseAsync(
                    session => RetrieveAsync(session, file, collected), isRepeatable: false, context.Stop).ConfigureAwait(false);
            }
            if (bytes >= 0) Local("Renaming", part, () => File.Move(part, file.Target, overwrite: true));
        }
        finally
        {
            // Text cannot be resumed: the offset of a byte on the server is unknown.
            File.Delete(part);
        }
        if (bytes >= 0) context.Screen.Close(bytes, "received", context.ProcessEnvironment.Time.GetElapsedTime(began));
        else context.Fail(ExitCodes.Network, $"426 {file.Path}: the server did not confirm that the transfer was complete, so the "
            + "partial file was deleted. Download it again.");
    }

    // The number of bytes; -1 if the server does not report success.
    private async Task<long> RetrieveAsync(PromptSession session, ScriptFile file, FileStream collected)
    {
        var transfer = await session.RetrieveAsync(file.Path, context.Stop).ConfigureAwait(false);
        await using var goodbye = transfer.ConfigureAwait(false);
        await using var stop = context.Stop.Register(
            () => transfer.Abort(new OperationCanceledException(context.Stop))).ConfigureAwait(false);
        try
        {
            await new WireText(context.ProcessEnvironment.IsWindows || context.Modes.IsBinary).CopyAsync(
                transfer, collected, context.Stop).ConfigureAwait(false);
            collected.Flush(flushToDisk: true);
        }
        catch (Exception e) when (IsLocal(e))
        {
            context.Link.ExpectEnd();
            throw StorageErrors.From(e, "Writing", collected.Name);
        }
        await transfer.CompleteAsync(context.Stop).ConfigureAwait(false);
        return transfer.IsEndConfirmed ? transfer.BytesRead : -1;
    }

    private static void Local(string attempt, string path, Action act) => Local(attempt, path, () =>
    {
        act();
        return true;
    });

    private static T Local<T>(string attempt, string path, Func<T> act)
    {
        try
        {
            return act();
        }
        catch (Exception e) when (IsLocal(e))
        {
            throw StorageErrors.From(e, attempt, path);
        }
    }

    // Failures of the network are IOExceptions too.
    private static bool IsLocal(Exception e) => e is IOException or UnauthorizedAccessException && e is not FtpException;
}
