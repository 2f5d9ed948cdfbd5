namespace Accelerator.Gateway.Tests.ReadAhead;

/// <summary>The small files of the tests of the read-ahead.</summary>
internal static class SmallFiles
{
    public const int Count = 40;

    /// <summary>A reply is used for so long that a slow computer changes nothing.</summary>
    public static ReadAheadSettings Patient { get; } = new() { MaxAge = TimeSpan.FromHours(1) };

    /// <summary>
    /// A clock whose timestamps run ten times slower than time. The read-ahead ends ten seconds after the last request of a client, and a busy machine may need
    /// longer to fetch the files that a test waits for.
    /// </summary>
    public static TimeProvider Slow { get; } = new SlowTime();

    /// <summary>Adds <c>/pub/f00</c> and so on.</summary>
    public static byte[][] AddTo(GatewayFixture gateway, int length = 2000) =>
        [.. Enumerable.Range(0, Count).Select(i => gateway.Add($"/pub/f{i:00}", length, seed: i))];

    /// <summary>Waits until every file from the third on is in memory and confirmed: the last question about each is behind its RETR.</summary>
    /// <param name="gateway">The gateway.</param>
    /// <param name="folder">The folder of the files as the gateway names it at the server.</param>
    public static Task ReadyAsync(GatewayFixture gateway, string folder) => gateway.Server.Log.WaitForAsync(
        log => Enumerable.Range(2, Count - 2).All(i => log.Commands.Count(one => one.Line == $"MDTM {folder}/f{i:00}") == 2), default).SoonAsync();

    private sealed class SlowTime : TimeProvider
    {
        public override long TimestampFrequency => 10 * base.TimestampFrequency;
    }
}
