using Accelerator.Loopback.Logging;

namespace Accelerator.Cli.Serve;

/// <summary>The totals of a server so far.</summary>
internal sealed class ServeTally
{
    /// <summary>The number of successful logins.</summary>
    public int Sessions { get; private set; }

    /// <summary>The number of RETR transfers, complete or not.</summary>
    public int Transfers { get; private set; }

    /// <summary>The bytes of files; listings are not counted.</summary>
    public long Bytes { get; private set; }

    public void Count(LoopbackEvent happened)
    {
        if (happened is LoopbackEvent.Login { IsAccepted: true }) Sessions++;
        if (happened is not LoopbackEvent.TransferEnded { Transfer: { Verb: "RETR" } transfer }) return;
        Transfers++;
        Bytes += transfer.BytesSent;
    }
}
