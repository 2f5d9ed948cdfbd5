using System.Text;
using Accelerator.Ftp.Listings;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>A folder's listing, asked for in one go while the test plays the server.</summary>
internal static class ListingRun
{
    public const string OneFile = "type=file;size=3;modify=20210304050607; one\r\n";

    public const string OneLine = "-rw-r--r--   1 owner    group           3 Mar  4  2021 one\r\n";

    /// <summary>All names and the outcome.</summary>
    public static async Task<(IReadOnlyList<string> Names, ListingOutcome? Outcome)> ListAsync(this Login login, string folder, long maxLines = 1000, CancellationToken cancellationToken = default)
    {
        await using var listing = await login.Session.ListAsync(Site.Path(folder), maxLines, cancellationToken);
        var names = new List<string>();
        await foreach (var entry in listing.EntriesAsync(cancellationToken)) names.Add(entry.Name.Text);
        return (names, listing.Outcome);
    }

    /// <summary>Takes EPSV and this command, and sends a listing.</summary>
    public static async Task SendListingAsync(this ScriptedConnection server, string command, string text, params string[] final)
    {
        using var port = await server.PassiveAsync();
        await server.ExpectAsync(command);
        using (var data = await port.AcceptAsync())
        {
            await server.ReplyAsync("150 here it comes");
            await data.SendAsync(Encoding.Latin1.GetBytes(text));
        }
        await server.ReplyAsync(final.Length == 0 ? ["226 done"] : final);
    }

    /// <summary>Takes EPSV and this command, and refuses it.</summary>
    public static async Task RefuseListingAsync(this ScriptedConnection server, string command, string reply)
    {
        using var port = await server.PassiveAsync();
        await server.ExpectAsync(command);
        await server.ReplyAsync(reply);
    }

    /// <summary>The commands since the last call with this count, which are all that the client sent.</summary>
    public static IReadOnlyList<string> CommandsFrom(this ScriptedConnection server, int count) => [.. server.Commands.Skip(count)];
}
