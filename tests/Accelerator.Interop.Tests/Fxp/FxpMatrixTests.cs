using Accelerator.Engine.Fxp;
using Accelerator.Ftp.Fxp;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Fxp;

/// <summary>Every server to every server, each listening and each connecting.</summary>
[Trait("Group", "fxp")]
public sealed class FxpMatrixTests
{
    private const int Length = (3 << 20) + 17;

    public static TheoryData<string, string> Pairs
    {
        get
        {
            string[] kinds = ["vsftpd", "proftpd", "pure-ftpd"];
            var pairs = new TheoryData<string, string>();
            foreach (var from in kinds)
            {
                foreach (var to in kinds) pairs.Add(from, to);
            }
            return pairs;
        }
    }

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [MemberData(nameof(Pairs))]
    public async Task Files_go_from_server_to_server_whichever_of_them_listens(string source, string destination)
    {
        using var deadline = FixtureProof.Deadline();
        await using var from = await FxpServers.StartAsync(source, FxpServers.Allowing(source), deadline.Token);
        await using var to = await FxpServers.StartAsync(destination, FxpServers.Allowing(destination), deadline.Token);
        string[] names = ["a big.bin", "empty.bin", "small.bin"];
        string[] hashes = [await from.PutAsync(names[0], Length, 1, deadline.Token), await from.PutAsync(names[1], 0, 2, deadline.Token), await from.PutAsync(names[2], 5, 3, deadline.Token)];
        foreach (var passive in (FxpSide[])[FxpSide.Destination, FxpSide.Source])
        {
            var bench = new FxpBench(from, to);
            var result = await bench.RunAsync(bench.Request(names) with { Passive = passive, Overwrite = passive == FxpSide.Source }, deadline.Token);
            Assert.True(result.Succeeded, $"{string.Join('\n', result.Files.Select(file => file.Message))}\n{bench.Dialogue}");
            Assert.Empty(bench.Events.OfType<FxpEvent.Notice>());
            Assert.All(result.Files, file => Assert.Equal(passive, file.Passive));
            for (var i = 0; i < names.Length; i++) Assert.Equal(hashes[i], await RandomFile.HashAsync(bench.Arrived(names[i]), deadline.Token));
            Assert.Equal(names.Order(), bench.Inbox);
            Assert.Equal(names.Length, bench.Sent(FxpSide.Destination).Count(line => line.StartsWith("STOR", StringComparison.Ordinal)));
        }
    }
}
