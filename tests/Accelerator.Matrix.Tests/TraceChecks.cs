namespace Accelerator.Matrix.Tests;

/// <summary>Assertions about a command's output and about the traces of its server and proxy.</summary>
internal static class TraceChecks
{
    /// <summary>Asserts how often the server received a command.</summary>
    public static void AssertSent(this CaseFixture it, string verb, int least, int most)
    {
        var count = it.Server.Log.CountOf(verb);
        it.Check(count >= least && count <= most, $"{verb} was sent {count} times, not {least} to {most}.");
    }

    /// <summary>
    /// Asserts how often the server received RETR, where a transfer was interrupted and nothing verifies the file by a hash.
    /// </summary>
    public static void AssertRetrs(this CaseFixture it, int least, int streams)
    {
        // The neighbours of an interrupted stream take parts of its range, on a busy computer more of them, and parts of several ranges are
        // read again at the end (SamplePolicy).
        const int MostSamples = 8;
        it.AssertSent("RETR", least, (3 * (streams + 1)) + (streams > 1 ? MostSamples : 0));
    }

    /// <summary>Asserts the number of connections to the server.</summary>
    public static void AssertConnections(this CaseFixture it, int least, int most)
    {
        var count = it.Server.Log.ControlConnectionsOpened;
        it.Check(count >= least && count <= most, $"There were {count} control connections, not {least} to {most}.");
    }

    /// <summary>Asserts that the server refused a request at least once and not more often than this: no storm.</summary>
    public static void AssertRefusals(this CaseFixture it, int most) =>
        it.Check(it.Server.Log.Refusals > 0 && it.Server.Log.Refusals <= most, $"There were {it.Server.Log.Refusals} refusals, not 1 to {most}.");

    /// <summary>
    /// Asserts that the server sent at most this multiple of the file, besides the bytes in the socket buffers of transfers that the client
    /// ended.
    /// </summary>
    public static void AssertSentBytes(this CaseFixture it, double most, long length = FaultFixture.Length)
    {
        // Neither end can count these bytes. The server counts a byte once its kernel has accepted it, and bytes that the client's kernel
        // has acknowledged are discarded unread when the client closes. So this is the size of both buffers.
        const long buffered = 2 * 2 * CaseFixture.SocketBuffer;
        var ended = it.Server.Log.Transfers.Count(transfer => transfer.Ending != TransferEnding.Complete);
        it.Check(it.Server.Log.BytesSent <= (most * length) + (ended * buffered), $"{it.Server.Log.BytesSent} bytes were sent for {length}.");
    }

    /// <summary>Asserts that the fault took place at least this often: without its fault a test shows nothing.</summary>
    public static void AssertFault(this CaseFixture it, string words, int least = 1)
    {
        var count = it.Server.Log.Faults.Count(fault => fault.Contains(words, StringComparison.Ordinal));
        it.Check(count >= least, $"The fault \"{words}\" took place {count} times, not {least}.");
    }

    /// <summary>Asserts the same of the proxy's acts.</summary>
    public static void AssertDone(this FaultFixture it, string words, int least = 1)
    {
        var count = it.Proxy.Done.Count(act => act.Contains(words, StringComparison.Ordinal));
        it.Check(count >= least, $"The proxy did \"{words}\" {count} times, not {least}.");
    }

    public static void AssertSaid(this CaseFixture it, string words) =>
        it.Check(it.Err.Contains(words, StringComparison.Ordinal), $"It did not say \"{words}\".");

    /// <summary>Asserts that standard error contains this text exactly once.</summary>
    public static void AssertSaidOnce(this CaseFixture it, string words) =>
        it.Check(it.Err.Split(words).Length == 2, $"It did not say \"{words}\" exactly once.");

    public static void AssertNotSaid(this CaseFixture it, string words) =>
        it.Check(!it.Err.Contains(words, StringComparison.Ordinal), $"It said \"{words}\".");
}
