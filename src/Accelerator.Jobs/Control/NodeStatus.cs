namespace Accelerator.Jobs.Control;

/// <summary>A node that shares the service's ledger.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="IsHere">Whether it is the one that says this.</param>
/// <param name="SeenAt">When it last told of itself, by the database's clock.</param>
/// <param name="SilentSeconds">How long ago that is.</param>
/// <param name="Sessions">Sessions that it had logged in then.</param>
public sealed record NodeStatus(string Name, bool IsHere, DateTimeOffset SeenAt, double SilentSeconds, int Sessions);
