namespace Accelerator.Matrix.Tests;

/// <summary>
/// Section 4.4 of the fault matrix, T-HASH: the cases not in <see cref="VerificationCases"/>. The client requests no hashes of ranges, so
/// the only remaining difference between dialects is whether the path is quoted.
/// </summary>
public sealed class HashCases
{
    /// <summary>ProFTPD parses the words after the path as a range, and only the first word as the path.</summary>
    [Theory]
    [InlineData(LoopbackFeatures.Xcrc, "XCRC")]
    [InlineData(LoopbackFeatures.Xmd5, "XMD5")]
    [InlineData(LoopbackFeatures.Xsha1, "XSHA1")]
    [InlineData(LoopbackFeatures.Xsha256, "XSHA256")]
    public async Task T_HASH_1_a_name_that_ends_like_a_range_is_no_range_of_another_file(LoopbackFeatures feature, string verb)
    {
        await using var it = new FaultFixture(new LoopbackOptions { Features = LoopbackFeatures.Usual | feature });
        it.Serve("/pass", FaultFixture.Length, seed: 2);
        it.Serve("/pass 0 1000", FaultFixture.Length, seed: 3);
        await it.GetAsync(["/pass%200%201000"], 4, "--verify", "always");

        await it.AssertRightAsync("/pass 0 1000");
        it.Check(it.Server.Log.Commands.Single(command => command.Verb == verb).Argument == "\"/pass 0 1000\"", "The path was not sent in quotes.");
    }

    [Theory]
    [InlineData("550 No such file.")]
    [InlineData("501 Syntax error.")]
    public async Task T_HASH_1_a_server_that_rejects_quotes_prevents_the_hash_but_not_the_download(string reply)
    {
        await using var it = new FaultFixture(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual | LoopbackFeatures.Xcrc, Faults = FaultPlan.Of(Fault.OnCommand("XCRC").Reply(reply)),
        });
        it.Serve("/a b", 100_000);
        await it.GetAsync(["/a%20b"], 1);

        await it.AssertRightAsync("/a b");
        it.AssertSent("XCRC", 1, 1);
    }

    /// <summary>One file in ten gets a wrong hash: these and no others are refused, each after one query.</summary>
    [Theory]
    [Streams(1, 4)]
    public async Task T_HASH_3_a_hash_that_is_wrong_now_and_then_is_reported_each_time_and_asked_for_once_a_file(int streams)
    {
        const int Count = 30;
        await using var it = new FaultFixture(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual | LoopbackFeatures.Hash, Faults = FaultPlan.Of(Fault.OnCommand("HASH").From(10).Every(10).WrongDigest()),
        });
        var paths = Enumerable.Range(10, Count).Select(number => $"/{number}").ToArray();
        foreach (var path in paths) it.Serve(path, 50_000, seed: int.Parse(path[1..]));
        await it.GetAsync(paths, streams, "--verify", "always");

        it.AssertFault("wrong hash", Count / 10);
        it.AssertSent("HASH", Count, Count);
        it.AssertSent("RETR", Count, Count);
        var refused = paths.Where(path => !File.Exists(Path.Combine(it.Folder, path[1..]))).ToList();
        it.Check(refused.Count == Count / 10, $"{string.Join(", ", refused)} were refused.");
        it.Check(it.ExitCode != 0, "It was called a success.");
        foreach (var path in refused) it.AssertSaid($"{path}: the content does not match the server's HASH");
        foreach (var path in paths.Except(refused))
            it.Check(await it.Server.Files[path].Content.FirstDifferenceAsync(Path.Combine(it.Folder, path[1..]), CancellationToken.None) is null, $"{path} is not what the server has.");
        it.Check(Directory.GetFiles(it.Folder).Length == Count - refused.Count, "Something was left behind.");
    }

    /// <summary>The good file was discarded, because the digest of something else differs from its own.</summary>
    [Theory]
    [InlineData(LoopbackFeatures.Hash, "HASH", "213 SHA-256 0-99 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 /f")]
    [InlineData(LoopbackFeatures.Xsha256, "XSHA256", "250 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")]
    [InlineData(LoopbackFeatures.Xmd5, "XMD5", "250 00000000000000000000000000000000")]
    [InlineData(LoopbackFeatures.Xcrc, "XCRC", "250 00100000 1a2b")]
    public async Task T_HASH_4_a_digest_that_does_not_cover_the_file_verifies_nothing_and_refutes_nothing(LoopbackFeatures feature, string verb, string reply)
    {
        await using var it = new FaultFixture(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual | feature, Faults = FaultPlan.Of(Fault.OnCommand(verb).Reply(reply)),
        });
        it.Serve("/f", FaultFixture.Length);
        await it.GetAsync(["/f"], 4, "--verify", "always");
        it.Check(it.ExitCode == 9, "It was verified.");
        it.AssertSaid("offers no usable hash");

        await it.GetAsync(["/f"], 4);
        await it.AssertRightAsync("/f");
    }
}
