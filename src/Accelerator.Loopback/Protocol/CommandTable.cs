namespace Accelerator.Loopback;

/// <summary>Every command the server knows.</summary>
internal static class CommandTable
{
    private const string ReadOnlyReply = "550 Permission denied: this server is read-only.";

    private static readonly string[] SequenceVerbs = ["PASV", "EPSV", "PORT", "EPRT", "REST", "RANG", "RETR", "LIST", "NLST", "MLSD"];

    private static readonly Dictionary<string, CommandEntry> Entries = Create();

    public static CommandEntry? Find(string verb) => Entries.GetValueOrDefault(verb);

    private static Dictionary<string, CommandEntry> Create()
    {
        var table = new Dictionary<string, CommandEntry>(StringComparer.Ordinal);
        AddSession(table);
        AddFiles(table);
        AddTransfers(table);
        foreach (var verb in table.Keys.ToArray()) table[verb] = table[verb] with { KeepsSequence = SequenceVerbs.Contains(verb) };
        AddHashes(table);
        foreach (var verb in new[] { "STOR", "STOU", "APPE", "DELE", "RMD", "MKD", "RNFR", "RNTO", "ALLO" })
        {
            Add(table, verb, Fixed(ReadOnlyReply));
        }

        return table;
    }

    private static void AddSession(Dictionary<string, CommandEntry> table)
    {
        AddFree(table, "USER", LoginCommands.User);
        AddFree(table, "PASS", LoginCommands.Pass);
        AddFree(table, "ACCT", LoginCommands.Acct);
        AddFree(table, "QUIT", LoginCommands.Quit);
        AddFree(table, "SYST", Fixed("215 UNIX Type: L8"));
        AddFree(table, "NOOP", Fixed("200 NOOP ok."));
        AddFree(table, "HELP", Fixed("214 Read-only loopback server."));
        AddFree(table, "FEAT", SettingCommands.Feat, LoopbackFeatures.Feat);
        AddFree(table, "OPTS", SettingCommands.Opts);
        Add(table, "TYPE", SettingCommands.Type);
        Add(table, "MODE", SettingCommands.Mode);
        Add(table, "STRU", SettingCommands.Stru);
        Add(table, "STAT", Fixed("211-Status of the loopback server\r\n Nothing to report.\r\n211 End of status"));
        Add(table, "ABOR", Fixed("225 No transfer to abort."));
        Add(table, "SITE", Fixed("502 SITE is not implemented."));
    }

    private static void AddFiles(Dictionary<string, CommandEntry> table)
    {
        Add(table, "PWD", FileCommands.Pwd);
        Add(table, "XPWD", FileCommands.Pwd);
        Add(table, "CWD", FileCommands.Cwd);
        Add(table, "CDUP", (session, _, ct) => FileCommands.Cwd(session, "..", ct));
        Add(table, "SIZE", FileCommands.Size, LoopbackFeatures.Size);
        Add(table, "MDTM", FileCommands.Mdtm, LoopbackFeatures.Mdtm);
        Add(table, "MLST", FileCommands.Mlst, LoopbackFeatures.Mlst);
    }

    private static void AddTransfers(Dictionary<string, CommandEntry> table)
    {
        Add(table, "PASV", PassiveCommands.Pasv, LoopbackFeatures.Pasv);
        Add(table, "EPSV", PassiveCommands.Epsv, LoopbackFeatures.Epsv);
        Add(table, "PORT", ActiveCommands.Port, LoopbackFeatures.ActiveMode);
        Add(table, "EPRT", ActiveCommands.Eprt, LoopbackFeatures.ActiveMode);
        Add(table, "REST", RestartCommands.Rest, LoopbackFeatures.Rest);
        Add(table, "RANG", RestartCommands.Rang, LoopbackFeatures.Rang);
        Add(table, "RETR", TransferCommands.RetrAsync);
        Add(table, "LIST", (session, argument, ct) => TransferCommands.ListAsync(session, "LIST", argument, ct));
        Add(table, "NLST", (session, argument, ct) => TransferCommands.ListAsync(session, "NLST", argument, ct));
        Add(table, "MLSD", (session, argument, ct) => TransferCommands.ListAsync(session, "MLSD", argument, ct), LoopbackFeatures.Mlst);
    }

    private static void AddHashes(Dictionary<string, CommandEntry> table)
    {
        Add(table, "HASH", HashCommands.Hash, LoopbackFeatures.Hash);
        Add(table, "XCRC", (session, argument, _) => HashCommands.Vendor(session, "CRC32", argument), LoopbackFeatures.Xcrc);
        Add(table, "XMD5", (session, argument, _) => HashCommands.Vendor(session, "MD5", argument), LoopbackFeatures.Xmd5);
        Add(table, "XSHA1", (session, argument, _) => HashCommands.Vendor(session, "SHA-1", argument), LoopbackFeatures.Xsha1);
        Add(table, "XSHA256", (session, argument, _) => HashCommands.Vendor(session, "SHA-256", argument), LoopbackFeatures.Xsha256);
    }

    private static void Add(Dictionary<string, CommandEntry> table, string verb, CommandHandler handler, LoopbackFeatures feature = LoopbackFeatures.None) =>
        table.Add(verb, new CommandEntry(handler, NeedsLogin: true, feature));

    private static void AddFree(Dictionary<string, CommandEntry> table, string verb, CommandHandler handler, LoopbackFeatures feature = LoopbackFeatures.None) =>
        table.Add(verb, new CommandEntry(handler, NeedsLogin: false, feature));

    private static CommandHandler Fixed(string reply) => (_, _, _) => new(reply);
}
