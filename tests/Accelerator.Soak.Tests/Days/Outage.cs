namespace Accelerator.Soak.Tests.Days;

/// <summary>Something that goes wrong for minutes or hours.</summary>
/// <param name="Name">For the log.</param>
/// <param name="BeginAsync">Makes it go wrong.</param>
/// <param name="EndAsync">Puts it right.</param>
internal sealed record Outage(string Name, Func<Task> BeginAsync, Func<Task> EndAsync);
