namespace Accelerator.Loopback;

internal static class FileCommands
{
    public static ValueTask<string?> Pwd(Session session, string argument, CancellationToken cancellationToken) =>
        new($"257 \"{session.Directory.Replace("\"", "\"\"", StringComparison.Ordinal)}\" is the current directory");

    public static ValueTask<string?> Cwd(Session session, string argument, CancellationToken cancellationToken)
    {
        var directory = session.Resolve(argument);
        if (!session.Server.Files.IsDirectory(directory)) return new("550 Failed to change directory.");
        session.Directory = directory;
        return new("250 Directory successfully changed.");
    }

    public static ValueTask<string?> Size(Session session, string argument, CancellationToken cancellationToken)
    {
        if (session.IsAscii && session.Server.Options.StrictAscii) return new("550 SIZE not allowed in ASCII mode");
        return new(session.Server.Files.Find(session.Resolve(argument)) is { } file ? $"213 {file.Size}" : "550 Could not get file size.");
    }

    public static ValueTask<string?> Mdtm(Session session, string argument, CancellationToken cancellationToken) =>
        new(session.Server.Files.Find(session.Resolve(argument)) is { } file
            ? $"213 {ListingForm.Time(file.ModifiedUtc)}"
            : "550 Could not get file modification time.");

    public static ValueTask<string?> Mlst(Session session, string argument, CancellationToken cancellationToken)
    {
        var path = argument.Length == 0 ? session.Directory : session.Resolve(argument);
        var file = session.Server.Files.Find(path);
        if (file is null && !session.Server.Files.IsDirectory(path)) return new("550 No such file or directory.");
        return new($"250-Start of list for {path}\r\n {ListingForm.Facts(file)} {path}\r\n250 End of list");
    }
}
