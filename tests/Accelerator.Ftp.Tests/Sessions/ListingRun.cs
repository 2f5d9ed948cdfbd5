namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>Requests a folder's listing in one call while the test plays the server.</summary>
internal static class ListingRun
{
    public const string OneFile = "type=file;size=3;modify=20210304050607; one\r\n";

    public const string OneLine = "-rw-r--r--   1 owner    group           3 Mar  4  2021 one\r\n";

    /// <summary>The FEAT line that makes the client use MLSD.</summary>
    public const string Mlsd = "MLST type*;size*;modify*;";

    /// <summary>Returns all names and the outcome.</summary>
    public static async Task<(IReadOnlyList<string> Names, ListingOutcome? Outcome)> ListAsync(
        this SessionFixture login, string folder, long maxLines = 1000, CancellationToken cancellationToken = default)
    {
        await using var listing = await login.Session.ListAsync(SiteFixture.Path(folder), maxLines, cancellationToken);
        var entries = await listing.ReadAsync(cancellationToken);
        return ([.. entries.Select(entry => entry.Name.Text)], listing.Outcome);
    }

    /// <summary>Returns all entries.</summary>
    public static async Task<List<ListingEntry>> ReadAsync(this FtpListing listing, CancellationToken cancellationToken = default)
    {
        var entries = new List<ListingEntry>();
        await foreach (var entry in listing.EntriesAsync(cancellationToken)) entries.Add(entry);
        return entries;
    }

    /// <summary>Expects EPSV and this command, and answers with a data connection and 150.</summary>
    public static async Task<ScriptedData> BeginListingAsync(this ScriptedConnection server, string command)
    {
        using var port = await server.PassiveAsync();
        await server.ExpectAsync(command);
        var data = await port.AcceptAsync();
        await server.ReplyAsync("150 here it comes");
        return data;
    }

    /// <summary>Expects EPSV and this command, and sends a listing.</summary>
    public static async Task SendListingAsync(this ScriptedConnection server, string command, string text, params string[] final)
    {
        using (var data = await server.BeginListingAsync(command)) await data.SendTextAsync(text);
        await server.ReplyAsync(final.Length == 0 ? ["226 done"] : final);
    }

    /// <summary>Expects PWD, CWD into this folder and LIST, and sends a listing.</summary>
    public static async Task SendListFromAsync(this ScriptedConnection server, string folder, string text = OneLine, params string[] final)
    {
        await server.EnterAsync(folder);
        await server.SendListingAsync("LIST", text, final);
    }

    /// <summary>Expects PWD, and CWD into this folder.</summary>
    public static Task EnterAsync(this ScriptedConnection server, string folder, string reply = "250 ok") =>
        server.AnswerAllAsync(("PWD", "257 \"/home\""), ($"CWD {folder}", reply));

    /// <summary>Expects EPSV and this command, and refuses it.</summary>
    public static async Task RefuseListingAsync(this ScriptedConnection server, string command, string reply)
    {
        using var port = await server.PassiveAsync();
        await server.AnswerAsync(command, reply);
    }

    /// <summary>Sends text as Latin-1.</summary>
    public static Task SendTextAsync(this ScriptedData data, string text) => data.SendAsync(Encoding.Latin1.GetBytes(text));

    /// <summary>Returns the commands from this index on, which are all that the client has sent since.</summary>
    public static IReadOnlyList<string> CommandsFrom(this ScriptedConnection server, int count) => [.. server.Commands.Skip(count)];
}
