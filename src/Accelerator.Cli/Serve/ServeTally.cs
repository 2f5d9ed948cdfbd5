using Accelerator.Loopback.Logging;

namespace Accelerator.Cli.Serve;

/// <summary>What a server has done until now.</summary>
internal sealed class ServeTally
{
    /// <summary>Logins that were let in.</summary>
    public int Sessions { get; private set; }

    /// <summary>RETRs, whole or not.</summary>
    public int Transfers { get; private set; }

    /// <summary>Bytes of files; listings are not counted.</summary>
    public long Bytes { get; private set; }

    public void Count(LoopbackEvent happened)
    {
        if (happened is LoopbackEvent.Login { IsAccepted: true }) Sessions++;
        if (happened is not LoopbackEvent.TransferEnded { Transfer: { Verb: "RETR" } transfer }) return;
        Transfers++;
        Bytes += transfer.BytesSent;
    }
}
