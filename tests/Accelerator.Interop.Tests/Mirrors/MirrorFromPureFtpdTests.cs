using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Mirrors;

[Trait("Group", "interop-pureftpd")]
public sealed class MirrorFromPureFtpdTests
{
    [ServerFact("pure-ftpd")]
    public async Task A_tree_is_followed()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PureFtpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await MirrorProof.FollowsATreeAsync(server, followsLink: false, deadline.Token);
    }

    [ServerFact("pure-ftpd")]
    public async Task Names_with_a_point_are_deleted_only_where_they_would_be_listed()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PureFtpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await MirrorProof.KeepsHiddenNamesAsync(server, listsThem: true, deadline.Token);
    }

    [ServerFact("pure-ftpd")]
    public async Task A_listing_that_ends_at_ten_thousand_deletes_nothing()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PureFtpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await MirrorProof.NeverTrustsACutListingAsync(server, deadline.Token);
    }
}
