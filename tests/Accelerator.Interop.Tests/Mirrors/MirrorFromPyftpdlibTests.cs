using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Mirrors;

[Trait("Group", "interop-pyftpdlib")]
public sealed class MirrorFromPyftpdlibTests
{
    [ServerFact("pyftpdlib")]
    public async Task A_tree_is_followed()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await MirrorProof.FollowsATreeAsync(server, followsLink: true, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Names_with_a_point_are_deleted_only_where_they_would_be_listed()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await MirrorProof.KeepsHiddenNamesAsync(server, listsThem: true, deadline.Token);
    }
}
