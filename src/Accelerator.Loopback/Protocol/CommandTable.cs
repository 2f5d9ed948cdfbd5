using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Protocol;

/// <summary>Every command that the server supports.</summary>
internal sealed class CommandTable
{
    private static readonly CommandTable Instance = new();

    private readonly Dictionary<string, CommandEntry> _entries = new(StringComparer.Ordinal);

    private CommandTable()
    {
        AddSession();
        AddFiles();
        AddTransfers();
        AddHashes();
        foreach (var verb in new[] { "STOR", "STOU", "APPE", "DELE", "RMD", "MKD", "RNFR", "RNTO", "ALLO" })
            Add(verb, (_, _) => "550 Permission denied: this server is read-only.");
    }

    public static CommandEntry? Find(string verb) => Instance._entries.GetValueOrDefault(verb);

    private void AddSession()
    {
        AddFree("USER", LoginCommands.User);
        AddFree("PASS", LoginCommands.Pass);
        AddFree("ACCT", LoginCommands.Acct);
        AddFree("QUIT", LoginCommands.Quit);
        AddFree("SYST", (_, _) => "215 UNIX Type: L8");
        AddFree("NOOP", (_, _) => "200 NOOP ok.");
        AddFree("HELP", (_, _) => "214 Read-only loopback server.");
        AddFree("FEAT", SettingCommands.Feat, LoopbackFeatures.Feat);
        AddFree("OPTS", SettingCommands.Opts);
        Add("TYPE", SettingCommands.Type);
        Add("MODE", SettingCommands.Mode);
        Add("STRU", SettingCommands.Stru);
        Add("STAT", (_, _) => "211-Status of the loopback server\r\n Nothing to report.\r\n211 End of status");
        // Commands queue behind a transfer, as on vsftpd without async_abor: when ABOR is read, the transfer is over.
        Add("ABOR", (_, _) => "225 No transfer to abort.");
        Add("SITE", (_, _) => "502 SITE is not implemented.");
    }

    private void AddFiles()
    {
        Add("PWD", FileCommands.Pwd);
        Add("XPWD", FileCommands.Pwd);
        Add("CWD", FileCommands.Cwd);
        Add("CDUP", (session, _) => FileCommands.Cwd(session, ".."));
        Add("SIZE", FileCommands.Size, LoopbackFeatures.Size);
        Add("MDTM", FileCommands.Mdtm, LoopbackFeatures.Mdtm);
        Add("MLST", FileCommands.Mlst, LoopbackFeatures.Mlst);
    }

    private void AddTransfers()
    {
        AddInSequence("PASV", DataCommands.Pasv, LoopbackFeatures.Pasv);
        AddInSequence("EPSV", DataCommands.Epsv, LoopbackFeatures.Epsv);
        AddInSequence("PORT", DataCommands.Port, LoopbackFeatures.ActiveMode);
        AddInSequence("EPRT", DataCommands.Eprt, LoopbackFeatures.ActiveMode);
        AddInSequence("REST", TransferCommands.Rest, LoopbackFeatures.Rest);
        AddInSequence("RANG", TransferCommands.Rang, LoopbackFeatures.Rang);
        AddTransfer("RETR", TransferCommands.RetrAsync);
        AddTransfer("LIST", (session, argument, ct) => TransferCommands.ListAsync(session, "LIST", argument, ct));
        AddTransfer("NLST", (session, argument, ct) => TransferCommands.ListAsync(session, "NLST", argument, ct));
        AddTransfer("MLSD", (session, argument, ct) => TransferCommands.ListAsync(session, "MLSD", argument, ct), LoopbackFeatures.Mlst);
    }

    private void AddHashes()
    {
        Add("HASH", HashCommands.Hash, LoopbackFeatures.Hash);
        Add("XCRC", (session, argument) => HashCommands.Vendor(session, "CRC32", argument), LoopbackFeatures.Xcrc);
        Add("XMD5", (session, argument) => HashCommands.Vendor(session, "MD5", argument), LoopbackFeatures.Xmd5);
        Add("XSHA1", (session, argument) => HashCommands.Vendor(session, "SHA-1", argument), LoopbackFeatures.Xsha1);
        Add("XSHA256", (session, argument) => HashCommands.Vendor(session, "SHA-256", argument), LoopbackFeatures.Xsha256);
    }

    private void Add(string verb, Func<Session, string, string> answer, LoopbackFeatures feature = LoopbackFeatures.None) =>
        _entries.Add(verb, new CommandEntry(At(answer), NeedsLogin: true, KeepsSequence: false, feature));

    private void AddFree(string verb, Func<Session, string, string> answer, LoopbackFeatures feature = LoopbackFeatures.None) =>
        _entries.Add(verb, new CommandEntry(At(answer), NeedsLogin: false, KeepsSequence: false, feature));

    private void AddInSequence(string verb, Func<Session, string, string> answer, LoopbackFeatures feature) =>
        _entries.Add(verb, new CommandEntry(At(answer), NeedsLogin: true, KeepsSequence: true, feature));

    private void AddTransfer(string verb, CommandHandler handler, LoopbackFeatures feature = LoopbackFeatures.None) =>
        _entries.Add(verb, new CommandEntry(handler, NeedsLogin: true, KeepsSequence: true, feature));

    private static CommandHandler At(Func<Session, string, string> answer) =>
        (session, argument, _) => Task.FromResult<string?>(answer(session, argument));
}

/// <summary>One row of the command table.</summary>
/// <param name="Handler">The implementation.</param>
/// <param name="NeedsLogin">Refused with 530 before login.</param>
/// <param name="KeepsSequence">Whether it may come between PASV or REST and the transfer even if the server is strict.</param>
/// <param name="Feature">Refused with 500 unless the server has this feature.</param>
internal sealed record CommandEntry(CommandHandler Handler, bool NeedsLogin, bool KeepsSequence, LoopbackFeatures Feature);

/// <summary>Executes one command and returns its reply without the last CRLF, or null if everything has already been sent.</summary>
internal delegate Task<string?> CommandHandler(Session session, string argument, CancellationToken cancellationToken);
