namespace Accelerator.Engine.Streams;

/// <summary>The facts about a route that <see cref="StreamShare"/> needs.</summary>
/// <param name="Rate">Its goodput, bytes per second; null while it is unknown, because the route has only just begun.</param>
/// <param name="IsWaiting">Whether it has nothing to do now: it is silent, or its source is not verified yet.</param>
/// <param name="Most">Streams that its server allows.</param>
internal readonly record struct RouteView(double? Rate, bool IsWaiting, int Most);
