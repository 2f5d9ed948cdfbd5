using System.Net;
using System.Net.NetworkInformation;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Running;

/// <summary>Checks with echoes that may not be fragmented whether the path to a peer carries the larger packets of an adapter.</summary>
/// <param name="echoAsync">Sends one echo of that many bytes, IP header included; <see cref="PingEcho.AskAsync"/>.</param>
/// <param name="links">Returns the current interfaces of this computer.</param>
/// <param name="time">The clock.</param>
public sealed class PathCheck(
    Func<IPAddress, int, TimeSpan, CancellationToken, Task<EchoAnswer>> echoAsync, Func<IReadOnlyList<LinkFacts>> links, TimeProvider time)
{
    // One lost packet is no proof, and three in a row are unlikely on a path worth tuning.
    private const int Tries = 3;

    // A restarted adapter asks for its address again, and its switch port may wait half a minute (spanning tree).
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    /// <summary>Returns why the path to a peer cannot be checked with the present packets, as a sentence; null if it can.</summary>
    /// <param name="peer">The peer's IPv4 address.</param>
    /// <param name="link">The interface that carries the path.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task<string?> BeforeAsync(IPAddress peer, LinkFacts link, CancellationToken cancellationToken)
    {
        try
        {
            return link.Mtu > 0 && await CarriesAsync(peer, link.Mtu, cancellationToken).ConfigureAwait(false) ? null
                : $"{peer} does not answer echo requests of {link.Mtu} bytes, the present size, so no larger size can be checked. "
                    + "Name another computer at the far end of the path, one that answers ping.";
        }
        catch (Exception e) when (e is PingException or PlatformNotSupportedException)
        {
            return $"No echo request can be sent ({(e.InnerException ?? e).Message.TrimEnd('.')}), so the path cannot be checked.";
        }
    }

    /// <summary>Waits until the restarted interface reaches the peer again, then checks its new packet size.</summary>
    /// <param name="peer">The peer's IPv4 address.</param>
    /// <param name="before">The interface as it was before the change.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>Why the change has to be rolled back, as a sentence; null if the path carries the new packets.</returns>
    public async Task<string?> AfterAsync(IPAddress peer, LinkFacts before, CancellationToken cancellationToken)
    {
        try
        {
            var isReached = false;
            for (var start = time.GetTimestamp(); !isReached && time.GetElapsedTime(start) < Patience;)
            {
                await Task.Delay(Interval, time, cancellationToken).ConfigureAwait(false);
                isReached = await echoAsync(peer, before.Mtu, Interval, cancellationToken).ConfigureAwait(false) == EchoAnswer.Back;
            }
            if (!isReached) return $"{peer} was not reached within {Patience.TotalSeconds:0} s after the restart of {before.Name}.";
            if (MtuOf(before) is var now && now <= before.Mtu)
                return $"{before.Name} still sends packets of {now} bytes at most after its restart, so jumbo frames are not in force.";
            return await CarriesAsync(peer, now, cancellationToken).ConfigureAwait(false) ? null
                : $"Packets of {before.Mtu} bytes reach {peer}, and packets of {now} bytes do not: a device on the path does not carry "
                    + "jumbo frames. Ask the owner of the network for an MTU of 9000 bytes on every switch and router up to there.";
        }
        catch (PingException e)
        {
            return $"The path to {peer} could not be checked after the restart: {(e.InnerException ?? e).Message.TrimEnd('.')}.";
        }
    }

    /// <summary>Returns the present MTU of an interface in bytes; 0 if the interface is gone or reports none.</summary>
    public int MtuOf(LinkFacts link) =>
        links().FirstOrDefault(now => string.Equals(now.Id, link.Id, StringComparison.OrdinalIgnoreCase))?.Mtu ?? 0;

    private async Task<bool> CarriesAsync(IPAddress peer, int size, CancellationToken cancellationToken)
    {
        for (var i = 0; i < Tries; i++)
        {
            if (await echoAsync(peer, size, Interval, cancellationToken).ConfigureAwait(false) == EchoAnswer.Back) return true;
        }
        return false;
    }
}
