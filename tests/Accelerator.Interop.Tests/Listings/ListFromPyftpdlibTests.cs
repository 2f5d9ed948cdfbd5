using Accelerator.Ftp.Listings;
using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Listings;

[Trait("Group", "interop-pyftpdlib")]
public sealed class ListFromPyftpdlibTests
{
    private static readonly ListingHabits Habits = new() { Command = ListingCommand.Mlsd, Link = EntryKind.File, KeepsBytes = false, ReadsAll = true };

    [ServerFact("pyftpdlib")]
    public async Task Odd_names_are_listed_and_fetched_by_what_was_listed()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await ListProof.ListsOddNamesAsync(server, Habits, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task An_empty_folder_is_told_from_one_that_may_not_be_read()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await ListProof.TellsEmptyFromUnreadableAsync(server, Habits, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task What_is_no_folder_is_refused()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await ListProof.RefusesWhatIsNoFolderAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Twelve_thousand_files_are_all_listed()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await ListProof.ListsManyAsync(server, Habits, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Two_folders_cost_these_commands()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await ListProof.SendsNoMoreThanAsync(server, ["FEAT", "OPTS UTF8 ON", "EPSV", "MLSD one", "EPSV", "MLSD two"], deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task The_program_lists_a_tree_and_fetches_what_patterns_meet()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await LsProof.ListsAndMatchesAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task The_program_fetches_by_the_addresses_that_it_lists()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await LsProof.FetchesWhatItListsAsync(server, Habits, deadline.Token);
    }
}
