namespace Accelerator.Matrix.Tests;

/// <summary>What a command said, and what server and proxy saw of it.</summary>
internal static class TraceChecks
{
    /// <summary>The server saw a command so often.</summary>
    public static void AssertSent(this CaseFixture it, string verb, int least, int most)
    {
        var count = it.Server.Log.CountOf(verb);
        it.Check(count >= least && count <= most, $"{verb} was sent {count} times, not {least} to {most}.");
    }

    /// <summary>The server saw so many connections.</summary>
    public static void AssertConnections(this CaseFixture it, int least, int most)
    {
        var count = it.Server.Log.ControlConnectionsOpened;
        it.Check(count >= least && count <= most, $"There were {count} control connections, not {least} to {most}.");
    }

    /// <summary>The server refused something at least once and not more often than this: no storm.</summary>
    public static void AssertRefusals(this CaseFixture it, int most) =>
        it.Check(it.Server.Log.Refusals > 0 && it.Server.Log.Refusals <= most, $"There were {it.Server.Log.Refusals} refusals, not 1 to {most}.");

    /// <summary>No more than a share of the file was sent in vain, beside what lay in the socket buffers of the transfers that the client has ended.</summary>
    public static void AssertSentBytes(this CaseFixture it, double most, long length = FaultFixture.Length)
    {
        // Neither end can count these bytes. The server counts a byte once its kernel has accepted it, and what the client's kernel has acknowledged is
        // discarded unread when the client closes. So this is the size of both buffers: 64 KiB to send, which Linux doubles, and as much to receive.
        const long buffered = 256 << 10;
        var ended = it.Server.Log.Transfers.Count(transfer => transfer.Ending != TransferEnding.Complete);
        it.Check(it.Server.Log.BytesSent <= (most * length) + (ended * buffered), $"{it.Server.Log.BytesSent} bytes were sent for {length}.");
    }

    /// <summary>The fault took place at least so often: a test of a fault that never happened proves nothing.</summary>
    public static void AssertFault(this CaseFixture it, string words, int least = 1)
    {
        var count = it.Server.Log.Faults.Count(fault => fault.Contains(words, StringComparison.Ordinal));
        it.Check(count >= least, $"The fault \"{words}\" took place {count} times, not {least}.");
    }

    /// <summary>The same for what the proxy does.</summary>
    public static void AssertDone(this FaultFixture it, string words, int least = 1)
    {
        var count = it.Proxy.Done.Count(act => act.Contains(words, StringComparison.Ordinal));
        it.Check(count >= least, $"The proxy did \"{words}\" {count} times, not {least}.");
    }

    public static void AssertSaid(this CaseFixture it, string words) =>
        it.Check(it.Err.Contains(words, StringComparison.Ordinal), $"It did not say \"{words}\".");

    /// <summary>It was said on standard error exactly once.</summary>
    public static void AssertSaidOnce(this CaseFixture it, string words) =>
        it.Check(it.Err.Split(words).Length == 2, $"It did not say \"{words}\" exactly once.");

    public static void AssertNotSaid(this CaseFixture it, string words) =>
        it.Check(!it.Err.Contains(words, StringComparison.Ordinal), $"It said \"{words}\".");
}
