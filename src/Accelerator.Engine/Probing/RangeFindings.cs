using Accelerator.Ftp.Sockets;

namespace Accelerator.Engine.Probing;

/// <summary>The results of single fetches.</summary>
/// <param name="Features">REST, RANG, early close, EPSV.</param>
/// <param name="Ranges">Whether REST may be used: verified, or at least not found faulty.</param>
/// <param name="FirstByte">Time from the start of the first fetch to its first byte.</param>
/// <param name="Data">The data connection of the first fetch.</param>
internal sealed record RangeFindings(IReadOnlyList<ProbeFeature> Features, bool Ranges, TimeSpan? FirstByte, TcpFacts Data);
