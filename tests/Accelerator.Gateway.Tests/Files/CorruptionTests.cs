namespace Accelerator.Gateway.Tests.Files;

/// <summary>Servers that send wrong bytes: what a client believes.</summary>
public sealed class CorruptionTests
{
    private const int Large = (6 << 20) + 17;
    private const int Small = 300_000;

    private static readonly LinkShape Slow = new() { BytesPerSecond = 4 << 20 };

    [Theory]
    [InlineData("REST is ignored", Large)]
    [InlineData("REST is off by one", Large)]
    [InlineData("REST counts in few bits", Large)]
    [InlineData("RANG is ignored", Large)]
    [InlineData("ten bytes too many", Large)]
    [InlineData("ten bytes too many", Small)]
    [InlineData("cut short", Large)]
    [InlineData("cut short", Small)]
    [InlineData("changed meanwhile", Large)]
    [InlineData("changed meanwhile", Small)]
    public async Task Without_a_hash_length_overlaps_and_time_reveal_corruption(string fault, int length)
    {
        var features = fault.StartsWith("REST", StringComparison.Ordinal) ? LoopbackFeatures.Usual & ~LoopbackFeatures.Rang : LoopbackFeatures.Usual;
        await using var gateway = GatewayFixture.Start(new LoopbackOptions { Shaping = Slow, Features = features, Faults = Plan(fault) });
        Assert.True(await IsRightOrRefusedAsync(gateway, length), fault);
    }

    [Theory]
    [InlineData("a byte is wrong", Large)]
    [InlineData("a byte is wrong", Small)]
    [InlineData("another file", Large)]
    [InlineData("another file", Small)]
    public async Task With_verify_always_the_server_hash_reveals_corruption_of_a_file_of_any_size(string fault, int length)
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions { Shaping = Slow, Features = LoopbackFeatures.All, Faults = Plan(fault, length) });
        gateway.Request = gateway.Request with { Verify = new Verification(VerifyMode.Always) };
        Assert.True(await IsRightOrRefusedAsync(gateway, length), fault);
    }

    // The list of what cannot be told: docs/gateway.md, "Verification".
    [Theory]
    [InlineData("a byte is wrong")]
    [InlineData("another file")]
    public async Task Without_a_hash_a_wrong_file_of_the_right_length_is_not_detected(string fault)
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions { Faults = Plan(fault, Small) });
        Assert.False(await IsRightOrRefusedAsync(gateway, Small), fault);
    }

    private static FaultPlan Plan(string fault, int length = Large) => FaultPlan.Of(fault switch
    {
        "REST is ignored" => Fault.OnRetr().IgnoreRest(),
        "REST is off by one" => Fault.OnRetr().FromOffset(1).RestOffBy(1),
        "REST counts in few bits" => Fault.OnRetr().RestWrapsAt(1 << 20),
        "RANG is ignored" => Fault.OnRetr().IgnoreRang(),
        "ten bytes too many" => Fault.OnRetr().SendExtra(10),
        "cut short" => Fault.OnRetr().EndShortAfter(100_000),
        "changed meanwhile" => Fault.AfterTotalBytes(100_000).ChangeFiles(
            files => files.ReplaceInPlace("/f", FileContent.Synthetic(files["/f"].Content.Length, 2), LoopbackTree.DefaultModifiedUtc.AddDays(1))),
        "a byte is wrong" => Fault.OnRetr().CorruptByteAt(150_000),
        _ => Fault.OnRetr().SendInstead(FileContent.Synthetic(length, 2)),
    });

    // Two tries: the first may leave something that the second one uses.
    private static async Task<bool> IsRightOrRefusedAsync(GatewayFixture gateway, int length)
    {
        gateway.Add("/f", length);
        var client = await gateway.LoginAsync();
        for (var i = 0; i < 2; i++)
        {
            var got = await client.TransferAsync("RETR /f");
            var isBelieved = got.Final.StartsWith("226", StringComparison.Ordinal) && !got.Reset;
            var now = new byte[length];
            gateway.Server.Files["/f"].Content.Read(0, now);
            if (isBelieved && !got.Bytes.AsSpan().SequenceEqual(now)) return false;
        }
        return true;
    }
}
