namespace Accelerator.Cli.Script;

/// <summary>
/// The verbs of Windows' ftp.exe, in the order of its help. This is the only list of verbs: the parser, the help and docs/ftp-exe.md use
/// it.
/// </summary>
internal static class ScriptVerbTable
{
    public static IReadOnlyList<ScriptVerb> All { get; } =
    [
        Local("!", ScriptAct.Shell, "! [command]", "Run a command of this computer, or its shell."),
        Local("?", ScriptAct.Help, "? [verb ...]", "List the verbs, or describe one."),
        Change("append", ScriptAct.Append, "append local-file [remote-file]", "Send a file to the end of another."),
        new("ascii", ScriptAct.Ascii, "ascii", "Transfer text and convert line ends; the mode of a new session."),
        Local("bell", ScriptAct.Bell, "bell", "Turn a bell after each transfer on or off."),
        new("binary", ScriptAct.Binary, "binary", "Transfer bytes unchanged, over parallel streams."),
        Local("bye", ScriptAct.Bye, "bye", "Log out and end."),
        new("cd", ScriptAct.Enter, "cd remote-folder", "Enter a folder of the server."),
        new("close", ScriptAct.Close, "close", "Log out."),
        Change("delete", ScriptAct.Delete, "delete remote-file", "Delete a file of the server."),
        Local("debug", ScriptAct.Debug, "debug", "Turn the display of sent commands on or off; secrets are masked."),
        new("dir", ScriptAct.List, "dir [remote] [local-file]", "List a folder of the server, to the screen or a file."),
        new("disconnect", ScriptAct.Close, "disconnect", "Log out."),
        new("get", ScriptAct.Get, "get remote-file [local-file]", "Download a file."),
        Local("glob", ScriptAct.Glob, "glob", "Turn * and ? as patterns off or on."),
        Local("hash", ScriptAct.Hash, "hash", "Turn a # for every 2048 bytes on or off."),
        Local("help", ScriptAct.Help, "help [verb ...]", "List the verbs, or describe one."),
        Local("lcd", ScriptAct.LocalFolder, "lcd [folder]", "Enter a folder of this computer."),
        new("literal", ScriptAct.Quote, "literal command", "Send a command unchanged; by default only one that changes nothing."),
        new("ls", ScriptAct.ListNames, "ls [remote] [local-file]", "List the names in a folder of the server, to the screen or a file."),
        Change("mdelete", ScriptAct.DeleteMany, "mdelete remote-file ...", "Delete files of the server."),
        new("mdir", ScriptAct.ListMany, "mdir remote ... [local-file]", "List several, to the screen (-) or a file."),
        new("mget", ScriptAct.GetMany, "mget remote-file ...", "Download files, by names or patterns, side by side."),
        Change("mkdir", ScriptAct.MakeFolder, "mkdir remote-folder", "Make a folder on the server."),
        new("mls", ScriptAct.ListNamesOfMany, "mls remote ... [local-file]", "List the names of several, to the screen (-) or a file."),
        Change("mput", ScriptAct.PutMany, "mput local-file ...", "Send files, by names or patterns."),
        Local("open", ScriptAct.Open, "open host [port]", "Connect and log in."),
        Local("prompt", ScriptAct.Prompt, "prompt", "Turn the question of mget before each file off or on."),
        Change("put", ScriptAct.Put, "put local-file [remote-file]", "Send a file."),
        new("pwd", ScriptAct.SayFolder, "pwd", "Show the current folder of the server."),
        Local("quit", ScriptAct.Bye, "quit", "Log out and end."),
        new("quote", ScriptAct.Quote, "quote command", "Send a command unchanged; by default only one that changes nothing."),
        new("recv", ScriptAct.Get, "recv remote-file [local-file]", "Download a file."),
        new("remotehelp", ScriptAct.RemoteHelp, "remotehelp [command]", "The server's own help."),
        Change("rename", ScriptAct.Rename, "rename from to", "Rename a file of the server."),
        Change("rmdir", ScriptAct.RemoveFolder, "rmdir remote-folder", "Remove a folder of the server."),
        Change("send", ScriptAct.Put, "send local-file [remote-file]", "Send a file."),
        Local("status", ScriptAct.Status, "status", "Show all modes."),
        Local("trace", ScriptAct.Trace, "trace", "Accepted; has no effect."),
        new("type", ScriptAct.Type, "type [ascii | binary]", "Show or set the transfer type."),
        new("user", ScriptAct.User, "user name [password] [account]", "Log in as another user."),
        Local("verbose", ScriptAct.Verbose, "verbose", "Turn the display of server replies off or on."),
    ];

    /// <summary>Returns the verb for a word: the verb of that name, or the only verb with that prefix. Case is ignored.</summary>
    /// <param name="word">The word as typed.</param>
    /// <param name="isAmbiguous">Whether several verbs have that prefix.</param>
    public static ScriptVerb? Find(string word, out bool isAmbiguous)
    {
        isAmbiguous = false;
        if (All.FirstOrDefault(verb => verb.Name.Equals(word, StringComparison.OrdinalIgnoreCase)) is { } exact) return exact;
        var meant = All.Where(verb => verb.Name.StartsWith(word, StringComparison.OrdinalIgnoreCase)).Take(2).ToList();
        isAmbiguous = meant.Count > 1;
        return meant.Count == 1 ? meant[0] : null;
    }

    private static ScriptVerb Local(string name, ScriptAct act, string usage, string summary) =>
        new(name, act, usage, summary) { NeedsServer = false };

    private static ScriptVerb Change(string name, ScriptAct act, string usage, string summary) =>
        new(name, act, usage, summary) { Changes = true };
}

/// <summary>One verb of ftp.exe.</summary>
/// <param name="Name">The name; every unique prefix of it is accepted.</param>
/// <param name="Act">The action of the verb.</param>
/// <param name="Usage">The syntax, for the help and docs/ftp-exe.md.</param>
/// <param name="Summary">One line, for the help and docs/ftp-exe.md.</param>
internal sealed record ScriptVerb(string Name, ScriptAct Act, string Usage, string Summary)
{
    /// <summary>Whether the verb needs a connection to a server. Default true.</summary>
    public bool NeedsServer { get; init; } = true;

    /// <summary>Whether the verb changes data on a server. Default false.</summary>
    public bool Changes { get; init; }
}
