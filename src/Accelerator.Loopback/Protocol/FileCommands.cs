using Accelerator.Loopback.Content;

namespace Accelerator.Loopback.Protocol;

internal static class FileCommands
{
    public static string Pwd(Session session, string argument) =>
        $"257 \"{session.Directory.Replace("\"", "\"\"", StringComparison.Ordinal)}\" is the current directory";

    public static string Cwd(Session session, string argument)
    {
        var directory = session.Resolve(argument);
        if (session.Server.Served.RealDirectory(directory) is null) return "550 Failed to change directory.";
        session.Directory = directory;
        return "250 Directory successfully changed.";
    }

    public static string Size(Session session, string argument)
    {
        if (session.IsAscii && session.Server.Options.StrictAscii) return "550 SIZE not allowed in ASCII mode";
        return session.Server.Served.Find(session.Resolve(argument)) is { } file ? $"213 {file.Size}" : "550 Could not get file size.";
    }

    public static string Mdtm(Session session, string argument) =>
        session.Server.Served.Find(session.Resolve(argument)) is { } file
            ? $"213 {ListingWriter.Time(file.ModifiedUtc)}"
            : "550 Could not get file modification time.";

    public static string Mlst(Session session, string argument)
    {
        var path = argument.Length == 0 ? session.Directory : session.Resolve(argument);
        var file = session.Server.Served.Find(path);
        var directory = session.Server.Served.RealDirectory(path);
        if (file is null && directory is null) return "550 No such file or directory.";
        var entry = new LoopbackEntry(path, file, directory, null) { OwnUtc = session.Server.Served.DirectoryTime(path) };
        return $"250-Start of list for {path}\r\n {ListingWriter.Facts(entry)} {path}\r\n250 End of list";
    }
}
