using System.IO.Enumeration;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Cli.Script;

/// <summary>
/// Carries out changes on a server: refused unless explicitly allowed, and then carried out over one stream of the prompt's own session, as
/// ftp.exe does. This is the only use of <see cref="RemoteChanges"/> (decisions/0009).
/// </summary>
internal sealed class ScriptChanges(ScriptContext context)
{
    private const int BlockSize = 32 << 10;

    /// <summary>Carries out a verb that changes data on the server.</summary>
    public async Task RunAsync(ScriptLine line)
    {
        var verb = line.Verb!;
        if (!context.Options.AllowChanges) Refuse(verb.Name);
        else if (verb.Act is ScriptAct.Put or ScriptAct.Append) await PutAsync(line, verb.Act == ScriptAct.Append).ConfigureAwait(false);
        else if (verb.Act == ScriptAct.PutMany) await PutManyAsync(line).ConfigureAwait(false);
        else if (verb.Act == ScriptAct.Rename) await RenameAsync(line).ConfigureAwait(false);
        else if (verb.Act == ScriptAct.DeleteMany) await DeleteManyAsync(line).ConfigureAwait(false);
        else if (await context.ArgumentAsync(
            line, 0, verb.Act == ScriptAct.Delete ? "Remote file" : "Directory name").ConfigureAwait(false) is { } name)
            await OneAsync(verb.Act, name).ConfigureAwait(false);
    }

    /// <summary>
    /// Carries out quote and literal: sends a line unchanged. A line that would break the session's own transfers is not sent.
    /// </summary>
    public async Task QuoteAsync(ScriptLine line)
    {
        var text = line.Rest.Length > 0 ? line.Rest : await context.Input.AskAsync("Command line to send ").ConfigureAwait(false) ?? "";
        if (text.Length == 0) return;
        var verb = QuotedCommand.VerbOf(text);
        switch (QuotedCommand.KindOf(text))
        {
            case QuotedKind.Asks:
                await context.Link.QuoteAsync(text, context.Stop).ConfigureAwait(false);
                break;
            case QuotedKind.OwnBusiness:
                // Scripts request passive mode this way; it is already on, so nothing has failed.
                context.Screen.Say($"{SafeText.Escape(verb)} is not sent: ftpx opens its own data connections, "
                    + "passive unless --active is given. To log in, use the verbs open and user.");
                break;
            default:
                if (!context.Options.AllowChanges) Refuse($"quote {verb}");
                else if (verb is not ("DELE" or "RNFR") || !RefuseUnfetched($"quote {verb}", QuotedCommand.ArgumentOf(text)))
                    await ChangeAsync(
                    changes => changes.QuoteAsync(text, context.Link.Charset, context.Stop), mayContinue: true).ConfigureAwait(false);
                break;
        }
    }

    private void Refuse(string what) => context.Fail(
        ExitCodes.Changes,
        $"{SafeText.Escape(what)}: ftpx only downloads and changes nothing on a server, so this was not done. "
            + "To allow it, add --allow-changes or set FTPX_ALLOW_CHANGES=1.");

    private bool RefuseUnfetched(string what, string name)
    {
        if (!context.Unfetched.MayHave(name)) return false;
        context.Fail(ExitCodes.Changes, $"{SafeText.Escape($"{what} {name}")}: not sent, because a file of this name was not downloaded "
            + "before. Download it first, or remove it in a run without its download.");
        return true;
    }

    private async Task PutAsync(ScriptLine line, bool append)
    {
        if (await context.ArgumentAsync(line, 0, "Local file").ConfigureAwait(false) is not { } local) return;
        var remote = line.Arguments.Count > 0
            ? line.Arguments.ElementAtOrDefault(1) : await context.ArgumentAsync(line, 1, "Remote file").ConfigureAwait(false);
        await SendAsync(Path.GetFullPath(local, context.Modes.Folder), remote ?? Path.GetFileName(local), append).ConfigureAwait(false);
    }

    private async Task PutManyAsync(ScriptLine line)
    {
        var wanted = await context.NamesAsync(line, "Local files").ConfigureAwait(false);
        foreach (var file in wanted.SelectMany(FilesOf))
        {
            var name = Path.GetFileName(file);
            if (await context.IsWantedAsync($"mput {SafeText.Escape(name)}? ").ConfigureAwait(false) is not { } isWanted) break;
            if (isWanted && !await context.TryAsync(() => SendAsync(file, name, append: false)).ConfigureAwait(false)) break;
        }
    }

    private List<string> FilesOf(string word)
    {
        var path = Path.GetFullPath(word, context.Modes.Folder);
        if (!context.Modes.Globs || !Glob.IsPattern(Path.GetFileName(word))) return [path];
        var matches = MatcherOf(Path.GetFileName(word));
        var folder = Path.GetDirectoryName(path)!;
        List<string> files = Directory.Exists(folder)
            ? [.. Directory.EnumerateFiles(folder).Where(file => matches(Path.GetFileName(file))).Order(StringComparer.Ordinal)] : [];
        if (files.Count == 0) context.Fail(ExitCodes.Usage, $"{SafeText.Escape(word)}: File not found");
        return files;
    }

    // As the system matches local names: Windows has no patterns with brackets, and ignores case.
    private Predicate<string> MatcherOf(string word)
    {
        if (word is "*.*") return static _ => true;
        if (context.ProcessEnvironment.IsWindows) return name => FileSystemName.MatchesSimpleExpression(word, name, ignoreCase: true);
        var pattern = Glob.Parse(word);
        return name => pattern.Matches(name, isFolder: false);
    }

    private async Task SendAsync(string local, string remote, bool append)
    {
        if (!File.Exists(local))
        {
            context.Fail(ExitCodes.Usage, $"{SafeText.Escape(Path.GetFileName(local))}: File not found");
            return;
        }
        var began = context.ProcessEnvironment.Time.GetTimestamp();
        var file = File.OpenRead(local);
        await using var open = file.ConfigureAwait(false);
        var text = context.Modes.IsBinary ? null : new WireText(context.ProcessEnvironment.IsWindows);
        var path = FtpPath.FromText(remote, context.Link.Charset);
        var sent = 0L;
        var reply = await context.Link.UseAsync(
            session => new RemoteChanges(session).StoreAsync(
                (block, token) => ReadAsync(file, text, block, token), path, append, count => sent += count, context.Stop),
            isRepeatable: false,
            context.Stop).ConfigureAwait(false);
        if (reply is { IsSuccess: true }) context.Screen.Close(sent, "sent", context.ProcessEnvironment.Time.GetElapsedTime(began));
        else context.Fail(ExitCodes.Network, $"{path}: the server did not confirm that the upload was complete. The remote file may be "
            + "incomplete: check its size.");
    }

    private static async ValueTask<int> ReadAsync(FileStream file, WireText? text, Memory<byte> block, CancellationToken cancellationToken)
    {
        if (text is null) return await file.ReadAsync(block, cancellationToken).ConfigureAwait(false);
        // Text may double in size at worst, if every byte is a line end.
        var raw = new byte[Math.Min(BlockSize, block.Length / 2)];
        var wire = text.ToWire(raw.AsSpan(0, await file.ReadAsync(raw, cancellationToken).ConfigureAwait(false)));
        wire.CopyTo(block);
        return wire.Length;
    }

    private async Task RenameAsync(ScriptLine line)
    {
        if (await context.ArgumentAsync(line, 0, "From name").ConfigureAwait(false) is not { } from
            || await context.ArgumentAsync(line, 1, "To name").ConfigureAwait(false) is not { } to)
            return;
        if (RefuseUnfetched("rename", from)) return;
        await ChangeAsync(changes => changes.RenameAsync(
            FtpPath.FromText(from, context.Link.Charset), FtpPath.FromText(to, context.Link.Charset), context.Stop)).ConfigureAwait(false);
    }

    private async Task DeleteManyAsync(ScriptLine line)
    {
        foreach (var word in line.Arguments)
        {
            if (context.Modes.Globs && Glob.IsPattern(word))
            {
                context.Fail(ExitCodes.Changes,
                    $"mdelete {SafeText.Escape(word)}: mdelete does not accept patterns. Name each file.");
                continue;
            }
            if (context.Modes.AsksBeforeFiles
                && await context.Input.AskAsync($"mdelete {SafeText.Escape(word)}? ").ConfigureAwait(false) is not ['y' or 'Y', ..])
                continue;
            await OneAsync(ScriptAct.Delete, word).ConfigureAwait(false);
        }
    }

    private Task OneAsync(ScriptAct act, string name)
    {
        if (act == ScriptAct.Delete && RefuseUnfetched("delete", name)) return Task.CompletedTask;
        var path = FtpPath.FromText(name, context.Link.Charset);
        return ChangeAsync(changes => act switch
        {
            ScriptAct.Delete => changes.DeleteAsync(path, context.Stop),
            ScriptAct.MakeFolder => changes.MakeFolderAsync(path, context.Stop),
            _ => changes.RemoveFolderAsync(path, context.Stop),
        });
    }

    // A quoted RNFR is answered with 350: the next line has its RNTO.
    private async Task ChangeAsync(Func<RemoteChanges, Task<FtpReply>> changeAsync, bool mayContinue = false)
    {
        var reply = await context.Link.UseAsync(
            session => changeAsync(new RemoteChanges(session)), isRepeatable: false, context.Stop).ConfigureAwait(false);
        if (!reply.IsSuccess && !(mayContinue && reply.IsIntermediate)) context.Tally.Fail(ScriptFailures.CodeOf(reply, ExitCodes.Usage));
    }
}
