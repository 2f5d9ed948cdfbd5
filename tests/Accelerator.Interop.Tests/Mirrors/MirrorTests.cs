namespace Accelerator.Interop.Tests.Mirrors;

/// <summary>Mirrors of every server.</summary>
public sealed class MirrorTests
{
    private const int Many = 10_050;

    [ServerTheory]
    [Vsftpd(true), Proftpd(false), PureFtpd(false), Pyftpdlib(true)]
    public async Task A_tree_is_followed(ServerKind kind, bool followsLink)
    {
        using var deadline = GetChecks.Deadline();
        await using var server = await kind.StartAsync(deadline.Token);
        await MirrorChecks.FollowsATreeAsync(server, followsLink, deadline.Token);
    }

    /// <summary>Names with a point that the server does not list stay here, and what else is gone goes.</summary>
    [ServerTheory]
    [Vsftpd(false), Proftpd(true), PureFtpd(true), Pyftpdlib(true)]
    public async Task Names_with_a_point_are_deleted_only_where_they_would_be_listed(ServerKind kind, bool listsThem)
    {
        using var deadline = GetChecks.Deadline();
        await using var server = await kind.StartAsync(deadline.Token);
        await MirrorChecks.PutAsync(server, "there", 10, 1, MirrorChecks.Modified, deadline.Token);
        await MirrorChecks.PutAsync(server, ".hidden", 10, 1, MirrorChecks.Modified, deadline.Token);
        using var fixture = new MirrorFixture(server);
        Directory.CreateDirectory(fixture.Root);
        foreach (var name in (string[])[".mine", "gone"]) await File.WriteAllTextAsync(fixture.Local(name), name, deadline.Token);
        await fixture.SucceedAsync("pub", delete: true, deadline.Token);
        Assert.Equal(listsThem ? [".hidden", "there"] : [".mine", "there"], fixture.Here);
    }

    /// <summary>A server that lists ten thousand names and no more deletes none of the others, and the run says what is wrong.</summary>
    [ServerTheory]
    [PureFtpd]
    public async Task A_listing_that_ends_at_ten_thousand_deletes_nothing(ServerKind kind)
    {
        using var deadline = GetChecks.Deadline();
        await using var server = await kind.StartAsync(deadline.Token);
        using var fixture = new MirrorFixture(server);
        Directory.CreateDirectory(fixture.Root);
        Directory.CreateDirectory(Path.Combine(server.Root, "pub"));
        for (var i = 0; i < Many; i++)
        {
            foreach (var root in (string[])[Path.Combine(server.Root, "pub"), fixture.Root])
            {
                var path = Path.Combine(root, $"file-{i:00000}.dat");
                await File.Create(path).DisposeAsync();
                File.SetLastWriteTimeUtc(path, MirrorChecks.Modified);
            }
        }
        await fixture.RunAsync("pub", delete: true, deadline.Token);
        Assert.False(fixture.Result.Succeeded);
        Assert.Contains("truncated", fixture.Result.Problems[0].Message);
        Assert.Empty(fixture.Plan.Fetches);
        Assert.Empty(fixture.Plan.Extras);
        Assert.StartsWith("Nothing was deleted", fixture.Result.WhyNotDeleted);
        Assert.Equal(Many, fixture.Here.Count);
    }
}
