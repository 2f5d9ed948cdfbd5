namespace Accelerator.Engine.Streams;

/// <summary>What <see cref="StreamShare"/> needs to know of a lane.</summary>
/// <param name="Rate">Its goodput, bytes per second; null while nobody knows, because it has only just begun.</param>
/// <param name="IsWaiting">Whether it has nothing to do now: it is silent, or its source is not proven yet.</param>
/// <param name="Most">Streams that its server allows.</param>
internal readonly record struct RouteView(double? Rate, bool IsWaiting, int Most);
