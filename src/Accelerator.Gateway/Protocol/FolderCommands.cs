using Accelerator.Ftp;
using Accelerator.Ftp.Data;
using Accelerator.Gateway.Files;
using Accelerator.Gateway.ReadAhead;

namespace Accelerator.Gateway.Protocol;

/// <summary>The commands about folders, which the upstream server answers.</summary>
internal static class FolderCommands
{
    public static Task<FtpReply?> CwdAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken) =>
        line.Argument.Length == 0
            ? Task.FromResult<FtpReply?>(Replies.Of(501, "CWD needs a folder."))
            : MoveAsync(session, "CWD", line.Argument, cancellationToken);

    public static Task<FtpReply?> CdupAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken) =>
        MoveAsync(session, "CDUP", "", cancellationToken);

    public static Task<FtpReply?> PwdAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken) =>
        SendAsync(session, "PWD", "", cancellationToken);

    /// <summary>SYST and MLST.</summary>
    public static Task<FtpReply?> PassOnAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken) =>
        SendAsync(session, line.Verb, line.Argument, cancellationToken);

    /// <summary>SIZE, and MDTM unless it sets a time.</summary>
    public static async Task<FtpReply?> AskAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken)
    {
        if (line.Argument.Length == 0) return Replies.Of(501, $"{line.Verb} needs a file.");
        if (Upstream.UpstreamChanges.IsChange(line.Verb, line.Argument))
            return await ChangeCommands.RunAsync(session, line, cancellationToken).ConfigureAwait(false);
        var path = session.Server.Resolve(line.Argument);
        // SIZE in TYPE A is that of the converted file, and most servers refuse it.
        return (path is null || session.IsAscii ? null
                : await session.ReadAhead.AnswerAsync(line.Verb, path, session.Server, cancellationToken).ConfigureAwait(false))
            ?? await session.Server.AskAsync(line.Verb, line.Argument, session.IsAscii, cancellationToken).ConfigureAwait(false);
    }

    public static async Task<FtpReply?> StatAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken)
    {
        if (line.Argument.Length > 0)
            return session.Upstream is null ? Replies.Of(530, "Log in with USER and PASS.")
                : await SendAsync(session, "STAT", line.Argument, cancellationToken).ConfigureAwait(false);
        var server = session.Upstream is { } upstream ? $" Logged in at {upstream.Login.Server.Endpoint}." : " Not logged in.";
        return Replies.Of(211, ["ftpx gateway", server, $" TYPE is {(session.IsAscii ? 'A' : 'I')}, MODE is S, STRU is F.", "End"]);
    }

    /// <summary>LIST, NLST and MLSD: the server's bytes, unchanged.</summary>
    public static Task<FtpReply?> ListAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken) =>
        ClientTransfer.RunAsync(
            session,
            async (transfer, token) =>
            {
                var listing = await session.Server.OpenAsync(line.Verb, line.Argument, 0, session.IsAscii, token).ConfigureAwait(false);
                await using var open = listing.ConfigureAwait(false);
                var what = $"{line.Verb} {line.Argument}".TrimEnd();
                using var names = ListingTee.For(line.Verb, line.Argument, session.Server, session.Settings.Time.GetUtcNow());
                var end = await transfer.SendAsync(what, output => RelayAsync(listing, names, output, token), isUpload: false, token)
                    .ConfigureAwait(false);
                if (names is not null && end.IsSuccess) session.ReadAhead.Listed(names.End());
                return end;
            },
            cancellationToken);

    private static async Task<FtpReply> RelayAsync(
        DataTransfer listing, ListingTee? names, Data.DataOutput output, CancellationToken cancellationToken)
    {
        await DirectFetch.RelayAsync(listing, bytes => names?.Add(bytes), output, cancellationToken).ConfigureAwait(false);
        var final = await listing.CompleteAsync(cancellationToken).ConfigureAwait(false);
        // Clients take a 226 for the end of the folder, and some delete what is not in it.
        return final is { IsClosing: false } && listing.IsEndConfirmed == final.IsSuccess
            ? final : Replies.Of(426, $"The server did not confirm the end of the listing ({listing.EndText}).");
    }

    private static async Task<FtpReply?> MoveAsync(
        ClientSession session, string verb, string argument, CancellationToken cancellationToken) =>
        await session.Server.MoveAsync(verb, argument, cancellationToken).ConfigureAwait(false);

    private static async Task<FtpReply?> SendAsync(
        ClientSession session, string verb, string argument, CancellationToken cancellationToken) =>
        await session.Server.SendAsync(verb, argument, cancellationToken).ConfigureAwait(false);
}
