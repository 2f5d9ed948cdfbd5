namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Several sources of one file: which of them deliver bytes, and the evidence that they hold the same file.</summary>
public sealed class ReplicaTests
{
    private const LoopbackFeatures Hashing = LoopbackFeatures.Usual | LoopbackFeatures.Xsha256;

    [Theory]
    [Each(1, 2)]
    public async Task Replicas_with_the_same_hash_give_bytes_and_each_server_is_asked_for_it_once(int replicas)
    {
        await using var of = ReplicaFixture.WithSlowFirst(Hashing, replicas);

        await of.GetCompleteAsync(2 + (2 * replicas));
        of.AssertNotice("is used as well", "XSHA256");
        of.AssertReplicasGave();
        of.Check(of.Get.Server.Log.Retrievals.Count > 0, "The first source should have given bytes.");
        Assert.Equal((1, 1), (of.Get.Server.Log.CountOf("XSHA256"), of.Replica.Log.CountOf("XSHA256")));
        Assert.Equal("XSHA256", of.Get.Result.VerifiedBy);
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task The_only_session_of_the_first_source_finds_time_for_the_hash_in_the_middle_of_its_only_range()
    {
        await using var of = new ReplicaFixture(
            new LoopbackOptions { Features = Hashing, MaxConnections = 1, Shaping = new LinkShape { BytesPerSecond = 1_000_000 } }, new LoopbackOptions { Features = Hashing, Shaping = GetFixture.Capped });

        await of.GetCompleteAsync(2);
        of.AssertReplicasGave();
        of.Check(of.Get.Server.Log.BytesSentOf(GetFixture.Remote) < ReplicaFixture.Length, "The first source should not have had to send all of it.");
    }

    [Fact]
    public async Task Servers_that_name_the_same_algorithm_differently_prove_each_other()
    {
        await using var of = ReplicaFixture.WithSlowFirst(
            new LoopbackOptions { Features = LoopbackFeatures.Usual | LoopbackFeatures.Xmd5 },
            new LoopbackOptions { Features = LoopbackFeatures.Usual | LoopbackFeatures.Hash, HashAlgorithms = ["SHA-1", "MD5"] });

        await of.GetCompleteAsync(4);
        of.AssertNotice("is used as well", "HASH MD5");
        of.AssertReplicasGave();
    }

    [Fact]
    public async Task Another_size_is_refused_and_both_sizes_are_named()
    {
        await using var of = Of(Hashing, Hashing);
        of.Replace(of.Content.Resized(ReplicaFixture.Length - 1));

        await AssertNotUsedAsync(of, $"{ReplicaFixture.Length - 1:N0}", $"{ReplicaFixture.Length:N0}");
    }

    [Theory]
    [InlineData(false)]
    // An explicit trust does not override a hash.
    [InlineData(true)]
    public async Task One_byte_that_differs_is_found_by_the_hash_before_a_byte_is_fetched(bool isTrusted)
    {
        await using var of = Of(Hashing, Hashing);
        of.Adjust = request => request with { TrustReplicas = isTrusted };
        of.Replace(of.Altered(12_345_678));

        await AssertNotUsedAsync(of, "another file", of.Get.Server.Files.Sha256Of(GetFixture.Remote), of.Replica.Files.Sha256Of(GetFixture.Remote));
    }

    [Theory]
    [InlineData(LoopbackFeatures.Usual, LoopbackFeatures.Usual)]
    [InlineData(LoopbackFeatures.Usual | LoopbackFeatures.Xmd5, LoopbackFeatures.Usual | LoopbackFeatures.Xsha256)]
    public async Task Without_a_hash_that_both_give_a_replica_is_not_used(LoopbackFeatures primary, LoopbackFeatures replica)
    {
        await using var of = Of(primary, replica);

        await AssertNotUsedAsync(of, "--verify", "--trust-replica");
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task A_hash_that_is_listed_and_not_given_proves_nothing()
    {
        await using var of = Of(Hashing, Hashing);
        of.Replica.Inject(Fault.OnCommand("XSHA256").Reply("550 Not for you."));

        await AssertNotUsedAsync(of, "--trust-replica");
    }

    [Fact]
    public async Task A_trusted_replica_delivers_bytes_and_is_named_in_the_result()
    {
        await using var of = ReplicaFixture.WithSlowFirst(LoopbackFeatures.Usual);
        of.Adjust = ReplicaFixture.Trusting;

        await of.GetCompleteAsync(4);
        of.AssertReplicasGave();
        of.Check(of.Get.Result.TrustedSources is [var trusted] && trusted == of.ReplicaName, "The result should name the replica.");
        Assert.Equal($"length and seams, {of.ReplicaName} trusted", of.Get.Result.VerifiedBy);
        of.AssertNotice("is used as well", "--trust-replica");
    }

    [Fact]
    public async Task Trust_is_not_needed_if_the_first_source_has_a_hash_of_the_whole_file()
    {
        await using var of = ReplicaFixture.WithSlowFirst(new LoopbackOptions { Features = Hashing }, new LoopbackOptions());
        of.Adjust = ReplicaFixture.Trusting;

        await of.GetCompleteAsync(4);
        of.AssertReplicasGave();
        Assert.Equal("XSHA256", of.Get.Result.VerifiedBy);
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task With_the_digest_given_a_replica_gives_bytes_at_once()
    {
        await using var of = ReplicaFixture.WithSlowFirst(LoopbackFeatures.Usual);
        of.Adjust = of.Given;

        await of.GetCompleteAsync(4);
        of.AssertReplicasGave();
        Assert.Equal(ReplicaFixture.ByDigest, of.Get.Result.VerifiedBy);
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task A_replica_that_has_no_such_file_is_named_and_the_file_comes_from_the_first_source()
    {
        await using var of = Of(Hashing, Hashing);
        of.Replica.Files.Remove(GetFixture.Remote);

        await of.GetCompleteAsync(4);
        of.AssertNotice("is not used", "was not found");
    }

    [Fact]
    public async Task A_replica_that_refuses_the_login_is_named_and_the_file_comes_from_the_first_source()
    {
        await using var of = ReplicaFixture.SlowUntilTold(new LoopbackOptions(), new LoopbackOptions { User = "kim", Password = "secret" });

        await of.GetCompleteAsync(4);
        of.AssertNotice($"{of.Replica.EndPoint.Port}", "530");
    }

    [Fact]
    public async Task An_unreachable_replica_is_reported_and_the_file_comes_from_the_first_source()
    {
        // No other test gets the port meanwhile.
        using var closed = new ClosedPort();
        await using var of = ReplicaFixture.SlowUntilTold(
            new LoopbackOptions { Features = Hashing }, new LoopbackOptions { Features = Hashing, Port = closed.Number });
        await of.Replica.DisposeAsync();

        await of.GetCompleteAsync(4);
        of.AssertNotice("No connection can be made", $"{of.Replica.EndPoint.Port}");
    }

    [Fact]
    public async Task A_second_source_at_the_same_server_is_not_used()
    {
        await using var of = new ReplicaFixture(Hashing, replicas: 0);
        of.Adjust = request => request with { Items = [of.Item with { Sources = [of.Item.Sources[0], of.Item.Sources[0] with { Path = of.Get.Item("/copy.bin").Sources[0].Path }] }] };
        of.Get.Server.Files.Add("/copy.bin", of.Content);

        await of.GetCompleteAsync(4);
        of.AssertNotice("/copy.bin is not used", "same server");
        Assert.Equal(0, of.Get.Server.Log.BytesSentOf("/copy.bin"));
    }

    [Fact]
    public async Task Replicas_are_not_used_if_the_first_source_reports_no_size()
    {
        await using var of = new ReplicaFixture(
            new LoopbackOptions { Features = Hashing & ~(LoopbackFeatures.Size | LoopbackFeatures.Mlst), Shaping = ReplicaFixture.Slow },
            new LoopbackOptions { Features = Hashing, Shaping = GetFixture.Capped });

        await AssertNotUsedAsync(of, "does not report the size");
    }

    // The file comes from the first source, and a notice says why the replica delivered nothing.
    private static async Task AssertNotUsedAsync(ReplicaFixture of, params string[] words)
    {
        await of.GetCompleteAsync(4);

        of.AssertNotice(["is not used", .. words]);
        of.Check(of.Replica.Log.Retrievals.Count == 0, "The replica was asked for bytes.");
    }

    private static ReplicaFixture Of(LoopbackFeatures primary, LoopbackFeatures replica) =>
        ReplicaFixture.SlowUntilTold(new LoopbackOptions { Features = primary }, new LoopbackOptions { Features = replica });
}
