using Accelerator.Ftp;

namespace Accelerator.Gateway.Protocol;

/// <summary>The commands of the gateway. Those that change the server are not here: see <see cref="ChangeCommands"/>.</summary>
internal static class CommandTable
{
    private static readonly Dictionary<string, Entry> Entries = new()
    {
        ["ABOR"] = Own((_, _) => Replies.Of(226, "No transfer is in progress."), needsLogin: false),
        ["ACCT"] = new(LoginCommands.AcctAsync, NeedsLogin: false),
        ["ALLO"] = Own((_, _) => Replies.Of(202, "No storage allocation is needed.")),
        ["CDUP"] = new(FolderCommands.CdupAsync),
        ["CLNT"] = Own((_, _) => Replies.Of(200, "Noted."), needsLogin: false),
        ["CWD"] = new(FolderCommands.CwdAsync),
        ["EPRT"] = Own(DataCommands.Eprt),
        ["EPSV"] = Own(DataCommands.Epsv),
        ["FEAT"] = new(SettingCommands.FeatAsync, NeedsLogin: false),
        ["HELP"] = Own(SettingCommands.Help, needsLogin: false),
        ["LIST"] = new(FolderCommands.ListAsync),
        ["MDTM"] = new(FolderCommands.AskAsync),
        ["MLSD"] = new(FolderCommands.ListAsync),
        ["MLST"] = new(FolderCommands.PassOnAsync),
        ["MODE"] = Own(SettingCommands.Mode),
        ["NLST"] = new(FolderCommands.ListAsync),
        ["NOOP"] = Own((_, _) => Replies.Of(200, "OK."), needsLogin: false),
        ["OPTS"] = Own(SettingCommands.Opts, needsLogin: false),
        ["PASS"] = new(LoginCommands.PassAsync, NeedsLogin: false),
        ["PASV"] = Own(DataCommands.Pasv),
        ["PORT"] = Own(DataCommands.Port),
        ["PWD"] = new(FolderCommands.PwdAsync),
        ["QUIT"] = new(SettingCommands.QuitAsync, NeedsLogin: false),
        ["REST"] = Own(SettingCommands.Rest),
        ["RETR"] = new(RetrieveCommand.RunAsync),
        ["SIZE"] = new(FolderCommands.AskAsync),
        ["STAT"] = new(FolderCommands.StatAsync, NeedsLogin: false),
        ["STRU"] = Own(SettingCommands.Stru),
        ["SYST"] = new(FolderCommands.PassOnAsync),
        ["TYPE"] = Own(SettingCommands.Type),
        ["USER"] = new(LoginCommands.UserAsync, NeedsLogin: false),
        ["XCUP"] = new(FolderCommands.CdupAsync),
        ["XCWD"] = new(FolderCommands.CwdAsync),
        ["XPWD"] = new(FolderCommands.PwdAsync),
    };

    /// <summary>All commands, in order.</summary>
    public static IEnumerable<string> Verbs => Entries.Keys.Order(StringComparer.Ordinal);

    /// <summary>Returns a command; null if there is none of this name.</summary>
    public static Entry? Find(string verb) => Entries.GetValueOrDefault(verb);

    private static Entry Own(Func<ClientSession, CommandLine, FtpReply> handle, bool needsLogin = true) =>
        new((session, line, _) => Task.FromResult<FtpReply?>(handle(session, line)), needsLogin);

    /// <summary>One command.</summary>
    /// <param name="RunAsync">Handles it; returns the last reply, or null for none.</param>
    /// <param name="NeedsLogin">Whether the client must have logged in.</param>
    internal sealed record Entry(
        Func<ClientSession, CommandLine, CancellationToken, Task<FtpReply?>> RunAsync, bool NeedsLogin = true);
}
