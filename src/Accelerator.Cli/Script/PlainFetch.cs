using Accelerator.Cli.Hosting;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Ftp.Data;

namespace Accelerator.Cli.Script;

/// <summary>
/// Fetches a file over one stream of the prompt's own session, in its current type. The data is collected in <c>.part</c> and gets its name
/// when the server reports completion. That is the only evidence: text has no length to compare.
/// </summary>
internal sealed class PlainFetch(ScriptContext context)
{
    /// <summary>Fetches one file.</summary>
    /// <exception cref="FtpException">The server refused the file, or the connection was lost.</exception>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public async Task FetchAsync(ScriptFile file)
    {
        // A partial file of an accelerated get begins with raw bytes, not with converted text.
        if (!PartialFile.TryDeleteLeft(file.Target, null))
        {
            context.Fail(ExitCodes.Usage,
                $"{SafeText.Escape(file.Target)} is being downloaded by another run, or its .part cannot be written.");
            return;
        }
        var began = context.ProcessEnvironment.Time.GetTimestamp();
        var part = PartNames.SideFiles(file.Target)[0];
        var (bytes, isOurs) = (0L, false);
        try
        {
            bytes = await context.Link.UseAsync(
                async session =>
                {
                    var transfer = await session.RetrieveAsync(file.Path, context.Stop).ConfigureAwait(false);
                    await using var goodbye = transfer.ConfigureAwait(false);
                    await using var stop = context.Stop.Register(
                        () => transfer.Abort(new OperationCanceledException(context.Stop))).ConfigureAwait(false);
                    var collected = new FileStream(part, FileMode.CreateNew, FileAccess.Write, FileShare.None);
                    isOurs = true;
                    await CopyAsync(transfer, collected).ConfigureAwait(false);
                    var last = await transfer.CompleteAsync(context.Stop).ConfigureAwait(false);
                    return last is { IsSuccess: true } ? transfer.BytesRead : -1;
                },
                isRepeatable: false,
                context.Stop).ConfigureAwait(false);
            if (bytes >= 0) File.Move(part, file.Target, overwrite: true);
        }
        finally
        {
            // Text cannot be resumed: the offset of a byte on the server is unknown.
            if (isOurs) File.Delete(part);
        }
        if (bytes >= 0) context.Screen.Close(bytes, "received", context.ProcessEnvironment.Time.GetElapsedTime(began));
        else context.Fail(ExitCodes.Network, $"426 {file.Path}: the server did not say that it was all; nothing was kept.");
    }

    private async Task CopyAsync(DataTransfer transfer, FileStream file)
    {
        await using var open = file.ConfigureAwait(false);
        await new WireText(context.ProcessEnvironment.IsWindows || context.Modes.IsBinary).CopyAsync(
            transfer, file, context.Stop).ConfigureAwait(false);
        file.Flush(flushToDisk: true);
    }
}
