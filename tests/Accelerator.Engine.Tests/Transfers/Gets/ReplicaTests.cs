using Accelerator.Engine.Transfers;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Several sources of one file: which give bytes, and what shows that they hold the same.</summary>
public sealed class ReplicaTests
{
    private const LoopbackFeatures Hashing = LoopbackFeatures.Usual | LoopbackFeatures.Xsha256;

    [Fact]
    public async Task A_replica_with_the_same_hash_gives_bytes_and_each_server_is_asked_for_it_once()
    {
        await using var of = new ReplicaHarness(Hashing);

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.AssertTold("is used as well", "XSHA256");
        of.Check(of.Replica.Log.Retrievals.Count > 0 && of.Get.Server.Log.Retrievals.Count > 0, "Both should have given bytes.");
        Assert.Equal((1, 1), (of.Get.Server.Log.CountOf("XSHA256"), of.Replica.Log.CountOf("XSHA256")));
        Assert.Equal("XSHA256", of.Get.Result.ProvenBy);
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task The_only_session_of_the_first_source_finds_time_for_the_hash_in_the_middle_of_its_only_range()
    {
        await using var of = new ReplicaHarness(
            new LoopbackOptions { Features = Hashing, MaxConnections = 1, Shaping = new LinkShape { BytesPerSecond = 2_000_000 } }, new LoopbackOptions { Features = Hashing, Shaping = GetHarness.Capped });

        await of.Get.GetAsync(2);

        await of.AssertIsCompleteAsync();
        of.Check(of.Replica.Log.Retrievals.Count > 0, "The replica should have given bytes.");
        of.Check(of.Get.Server.Log.BytesSentOf(GetHarness.Remote) < ReplicaHarness.Length, "The first source should not have had to send all of it.");
    }

    [Fact]
    public async Task Two_replicas_are_proven_by_one_answer_of_the_first_source()
    {
        await using var of = new ReplicaHarness(Hashing, replicas: 2);

        await of.Get.GetAsync(6);

        await of.AssertIsCompleteAsync();
        of.Check(of.Replicas.All(server => server.Log.Retrievals.Count > 0), "Both replicas should have given bytes.");
        Assert.Equal(1, of.Get.Server.Log.CountOf("XSHA256"));
    }

    [Fact]
    public async Task Servers_that_name_the_same_algorithm_differently_prove_each_other()
    {
        await using var of = new ReplicaHarness(
            new LoopbackOptions { Features = LoopbackFeatures.Usual | LoopbackFeatures.Xmd5, Shaping = ReplicaHarness.Slow },
            new LoopbackOptions { Features = LoopbackFeatures.Usual | LoopbackFeatures.Hash, HashAlgorithms = ["SHA-1", "MD5"], Shaping = GetHarness.Capped });

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.AssertTold("is used as well", "HASH MD5");
        of.Check(of.Replica.Log.Retrievals.Count > 0, "The replica should have given bytes.");
    }

    [Fact]
    public async Task Another_size_is_refused_and_both_sizes_are_named()
    {
        await using var of = new ReplicaHarness(Hashing);
        of.Replace(of.Content.Resized(ReplicaHarness.Length - 1));

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.AssertTold("is not used", $"{ReplicaHarness.Length - 1:N0}", $"{ReplicaHarness.Length:N0}");
        AssertGaveNothing(of);
    }

    [Fact]
    public async Task One_byte_that_differs_is_found_by_the_hash_before_a_byte_is_fetched()
    {
        await using var of = new ReplicaHarness(Hashing);
        of.Replace(of.Altered(12_345_678));

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.AssertTold("is not used", "another file", of.Get.Server.Files.Sha256Of(GetHarness.Remote), of.Replica.Files.Sha256Of(GetHarness.Remote));
        AssertGaveNothing(of);
    }

    [Theory]
    [InlineData(LoopbackFeatures.Usual, LoopbackFeatures.Usual)]
    [InlineData(LoopbackFeatures.Usual | LoopbackFeatures.Xmd5, LoopbackFeatures.Usual | LoopbackFeatures.Xsha256)]
    public async Task Without_a_hash_that_both_give_a_replica_is_not_used(LoopbackFeatures primary, LoopbackFeatures replica)
    {
        await using var of = Of(primary, replica);

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.AssertTold("is not used", "--verify", "--trust-replica");
        AssertGaveNothing(of);
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task A_hash_that_is_listed_and_not_given_proves_nothing()
    {
        await using var of = new ReplicaHarness(Hashing);
        of.Replica.Inject(Fault.OnCommand("XSHA256").Reply("550 Not for you."));

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.AssertTold("is not used", "--trust-replica");
        AssertGaveNothing(of);
    }

    [Fact]
    public async Task A_trusted_replica_gives_bytes_and_the_result_says_so()
    {
        await using var of = new ReplicaHarness(LoopbackFeatures.Usual) { Adjust = Trusting };

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        var name = ReplicaHarness.SourceOf(of.Replica).ToString();
        of.Check(of.Replica.Log.Retrievals.Count > 0, "The replica should have given bytes.");
        Assert.Equal([name], of.Get.Result.TrustedSources);
        Assert.Equal($"length and seams, {name} trusted", of.Get.Result.ProvenBy);
        of.AssertTold("is used as well", "--trust-replica");
    }

    [Fact]
    public async Task Trust_is_not_needed_where_the_first_source_has_a_hash_of_the_whole()
    {
        await using var of = Of(Hashing, LoopbackFeatures.Usual);
        of.Adjust = Trusting;

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.Check(of.Replica.Log.Retrievals.Count > 0, "The replica should have given bytes.");
        Assert.Equal("XSHA256", of.Get.Result.ProvenBy);
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task Trust_does_not_outweigh_a_hash_that_differs()
    {
        await using var of = new ReplicaHarness(Hashing) { Adjust = Trusting };
        of.Replace(of.Altered(1));

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        AssertGaveNothing(of);
    }

    [Fact]
    public async Task With_the_digest_given_a_replica_gives_bytes_at_once()
    {
        await using var of = new ReplicaHarness(LoopbackFeatures.Usual);
        of.Adjust = request => Given(of, request);

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.Check(of.Replica.Log.Retrievals.Count > 0, "The replica should have given bytes.");
        Assert.Equal("the given SHA-256", of.Get.Result.ProvenBy);
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task A_replica_that_has_no_such_file_is_named_and_the_file_comes_from_the_first_source()
    {
        await using var of = new ReplicaHarness(Hashing);
        of.Replica.Files.Remove(GetHarness.Remote);

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.AssertTold("is not used", "was not found");
    }

    [Fact]
    public async Task A_replica_that_refuses_the_login_is_named_and_the_file_comes_from_the_first_source()
    {
        await using var of = new ReplicaHarness(
            new LoopbackOptions { Shaping = ReplicaHarness.Slow }, new LoopbackOptions { User = "kim", Password = "secret", Shaping = GetHarness.Capped });

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.AssertTold($"{of.Replica.EndPoint.Port}", "530");
    }

    [Fact]
    public async Task A_replica_that_cannot_be_reached_is_named_and_the_file_comes_from_the_first_source()
    {
        await using var of = new ReplicaHarness(Hashing);
        await of.Replica.DisposeAsync();

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.AssertTold("No connection can be made", $"{of.Replica.EndPoint.Port}");
    }

    [Fact]
    public async Task A_second_source_at_the_same_server_is_not_used()
    {
        await using var of = new ReplicaHarness(Hashing, replicas: 0);
        of.Adjust = request => request with { Items = [of.Item with { Sources = [of.Item.Sources[0], of.Item.Sources[0] with { Path = of.Get.Item("/copy.bin").Sources[0].Path }] }] };
        of.Get.Server.Files.Add("/copy.bin", of.Content);

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.AssertTold("/copy.bin is not used", "same server");
        Assert.Equal(0, of.Get.Server.Log.BytesSentOf("/copy.bin"));
    }

    [Fact]
    public async Task A_size_that_the_first_source_does_not_tell_leaves_it_alone()
    {
        var features = Hashing & ~(LoopbackFeatures.Size | LoopbackFeatures.Mlst);
        await using var of = Of(features, Hashing);

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.AssertTold("is not used", "does not tell how long");
        AssertGaveNothing(of);
    }

    internal static TransferRequest Trusting(TransferRequest request) => request with { TrustReplicas = true };

    internal static TransferRequest Given(ReplicaHarness of, TransferRequest request) =>
        request with { Verify = new Verification(VerifyMode.Sha256, of.Get.Server.Files.Sha256Of(GetHarness.Remote)) };

    private static ReplicaHarness Of(LoopbackFeatures primary, LoopbackFeatures replica) => new(
        new LoopbackOptions { Features = primary, Shaping = ReplicaHarness.Slow }, new LoopbackOptions { Features = replica, Shaping = GetHarness.Capped });

    private static void AssertGaveNothing(ReplicaHarness of) => of.Check(of.Replica.Log.Retrievals.Count == 0, "The replica was asked for bytes.");
}
