using System.Globalization;
using Accelerator.Ftp;

namespace Accelerator.Gateway.Protocol;

/// <summary>The commands that the gateway answers by itself.</summary>
internal static class SettingCommands
{
    public static async Task<FtpReply?> FeatAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken)
    {
        List<string> features = [" EPRT", " EPSV", " MDTM", " PASV", " REST STREAM", " SIZE"];
        if (session.Upstream is not { } upstream) return Replies.Of(211, ["Features:", .. features, "End"]);
        // The facts of MLST are the server's.
        var claimed = await upstream.FeaturesAsync(cancellationToken).ConfigureAwait(false);
        if (claimed.HasMlsd) features.Add($" MLST {claimed.Parameters("MLST")}".TrimEnd());
        if (IsUtf8(session)) features.Add(" UTF8");
        return Replies.Of(211, ["Features:", .. features, "End"]);
    }

    public static FtpReply Opts(ClientSession session, CommandLine line) =>
        line.Argument.Split(' ') is ["UTF8" or "utf8", ..] && IsUtf8(session)
            ? Replies.Of(200, "Names are passed on unchanged, as UTF-8.") : Replies.Of(501, "This option is not supported.");

    public static FtpReply Type(ClientSession session, CommandLine line)
    {
        var type = line.Argument.ToUpperInvariant();
        if (type is not ("I" or "L 8" or "A" or "A N")) return Replies.Of(504, "Only TYPE I and TYPE A are supported.");
        session.IsAscii = type[0] == 'A';
        return Replies.Of(200, $"TYPE is {type[0]}.");
    }

    public static FtpReply Mode(ClientSession session, CommandLine line) =>
        line.Argument.Equals("S", StringComparison.OrdinalIgnoreCase) ? Replies.Of(200, "MODE is S.")
            : Replies.Of(504, "Only MODE S is supported.");

    public static FtpReply Stru(ClientSession session, CommandLine line) =>
        line.Argument.Equals("F", StringComparison.OrdinalIgnoreCase) ? Replies.Of(200, "STRU is F.")
            : Replies.Of(504, "Only STRU F is supported.");

    public static FtpReply Help(ClientSession session, CommandLine line) => Replies.Of(
        214,
        [
            "This is a gateway of ftpx. Files are downloaded over several connections.",
            $" {string.Join(' ', CommandTable.Verbs)}",
            session.Settings.AllowChanges ? "Uploads and other changes are passed on." : "Uploads and other changes are refused.",
        ]);

    public static async Task<FtpReply?> QuitAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken)
    {
        session.IsClosing = true;
        // Before the reply: a client that connects again at once finds the server's session free.
        await session.LogOutAsync().ConfigureAwait(false);
        return Replies.Of(221, "Goodbye.");
    }

    public static FtpReply Rest(ClientSession session, CommandLine line)
    {
        if (!long.TryParse(line.Argument.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var offset))
            return Replies.Of(501, "REST needs the number of the first byte.");
        session.Restart(offset);
        return Replies.Of(350, $"The next transfer begins at byte {offset}.");
    }

    private static bool IsUtf8(ClientSession session) => session.Upstream?.Login.Server.Request.Charset is System.Text.UTF8Encoding;
}
