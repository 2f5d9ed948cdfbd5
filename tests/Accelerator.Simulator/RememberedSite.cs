namespace Accelerator.Simulator;

/// <summary>The facts that an earlier run stored in the site profile.</summary>
/// <param name="Streams">The number of streams that was right; null when nothing was learned.</param>
/// <param name="Sessions">Sessions that the server let in.</param>
/// <param name="Rate">Goodput of these streams together, bytes per second; 0, the default, when nothing was learned.</param>
internal sealed record RememberedSite(int? Streams, int Sessions, double Rate = 0);
