using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Ftp.Data;

namespace Accelerator.Cli.Script;

/// <summary>The verbs cd, lcd, dir, ls, mdir and mls: the current folders and their contents.</summary>
internal sealed class ScriptFolders(ScriptContext context)
{
    // A line without an end is shown in pieces.
    private const int LongestLine = 16 << 10;

    /// <summary>Carries out cd. A script with a missing folder must not end with success.</summary>
    public async Task EnterAsync(ScriptLine line)
    {
        if (await context.ArgumentAsync(line, 0, "Remote directory").ConfigureAwait(false) is not { } folder)
        {
            context.Screen.Say("cd remote directory.");
            return;
        }
        var reply = await context.Link.EnterAsync(FtpPath.FromText(folder, context.Link.Charset), context.Stop).ConfigureAwait(false);
        if (!reply.IsSuccess) context.Tally.Fail(ScriptFailures.CodeOf(reply, ExitCodes.NotFound));
    }

    /// <summary>Carries out lcd.</summary>
    public void EnterLocal(ScriptLine line)
    {
        if (line.Arguments is [var wanted, ..])
        {
            var folder = Path.GetFullPath(wanted, context.Modes.Folder);
            if (!Directory.Exists(folder))
            {
                context.Fail(ExitCodes.Usage, $"{SafeText.Escape(wanted)}: File not found");
                return;
            }
            context.Modes.Folder = folder;
        }
        context.Screen.Say($"Local directory now {SafeText.Escape(context.Modes.Folder)}.");
    }

    /// <summary>Carries out dir and ls.</summary>
    public Task ListAsync(ScriptLine line, bool namesOnly) =>
        ListAsync([line.Arguments.ElementAtOrDefault(0) ?? ""], line.Arguments.ElementAtOrDefault(1), namesOnly);

    /// <summary>Carries out mdir and mls: the last of several arguments is the local file.</summary>
    public async Task ListManyAsync(ScriptLine line, bool namesOnly)
    {
        if (line.Arguments.Count == 0)
        {
            context.Screen.Say($"{line.Verb!.Usage}.");
            return;
        }
        await ListAsync(
            line.Arguments.Count > 1 ? [.. line.Arguments.SkipLast(1)] : line.Arguments,
            line.Arguments.Count > 1 ? line.Arguments[^1] : null, namesOnly).ConfigureAwait(false);
    }

    private async Task ListAsync(IReadOnlyList<string> remotes, string? local, bool namesOnly)
    {
        if (local is null or "-")
        {
            await ListEachAsync(ShowAsync).ConfigureAwait(false);
            return;
        }
        var file = File.Create(Path.GetFullPath(local, context.Modes.Folder));
        await using var open = file.ConfigureAwait(false);
        // Unchanged apart from line ends: a program reads them next.
        await ListEachAsync(transfer =>
            new WireText(context.ProcessEnvironment.IsWindows).CopyAsync(transfer, file.WriteAsync, context.Stop)).ConfigureAwait(false);

        async Task ListEachAsync(Func<DataTransfer, Task> takeAsync)
        {
            foreach (var remote in remotes)
            {
                if (!await context.TryAsync(() => ListAsync(remote, namesOnly, takeAsync)).ConfigureAwait(false)) break;
            }
        }
    }

    private async Task ListAsync(string remote, bool namesOnly, Func<DataTransfer, Task> takeAsync)
    {
        var path = FtpPath.FromText(remote, context.Link.Charset);
        var began = context.ProcessEnvironment.Time.GetTimestamp();
        var bytes = await context.Link.UseAsync(
            async session =>
            {
                var transfer = await session.ListAsync(path, namesOnly, context.Stop).ConfigureAwait(false);
                await using var open = transfer.ConfigureAwait(false);
                await using var stop = context.Stop.Register(
                    () => transfer.Abort(new OperationCanceledException(context.Stop))).ConfigureAwait(false);
                await takeAsync(transfer).ConfigureAwait(false);
                await transfer.CompleteAsync(context.Stop).ConfigureAwait(false);
                if (transfer.LacksCloseNotify)
                    context.Fail(ExitCodes.Network, $"{remote}: this listing may be incomplete: {transfer.EndText}.");
                else if (!transfer.IsEndConfirmed) context.Tally.Fail(ExitCodes.Network);
                return transfer.BytesRead;
            },
            isRepeatable: false,
            context.Stop).ConfigureAwait(false);
        context.Screen.Close(bytes, "received", context.ProcessEnvironment.Time.GetElapsedTime(began));
    }

    private async Task ShowAsync(DataTransfer transfer)
    {
        var block = new byte[LongestLine];
        var line = new StringBuilder();
        int read;
        while ((read = await transfer.ReadAsync(block).ConfigureAwait(false)) > 0)
        {
            foreach (var value in block.AsSpan(0, read))
            {
                if (value != (byte)'\n') line.Append((char)value);
                if (value == (byte)'\n' || line.Length == LongestLine) Show(line);
            }
        }
        if (line.Length > 0) Show(line);
    }

    private void Show(StringBuilder line)
    {
        context.Screen.Say(SafeText.Escape(ScriptScreen.Readable(line.ToString().TrimEnd('\r'), context.Link.Charset)));
        line.Clear();
    }
}
