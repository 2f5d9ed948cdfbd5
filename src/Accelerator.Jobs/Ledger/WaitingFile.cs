namespace Accelerator.Jobs.Ledger;

/// <summary>A file that is not delivered yet.</summary>
public sealed record WaitingFile
{
    /// <summary>The job's name.</summary>
    public required string Job { get; init; }

    /// <summary>The folder on the server.</summary>
    public required string Folder { get; init; }

    /// <summary>Its name in it.</summary>
    public required string Name { get; init; }

    /// <summary>Bytes, as the listing told.</summary>
    public required long Size { get; init; }

    /// <summary>How far it has come: one of the states before <see cref="FileState.Published"/>.</summary>
    public required FileState State { get; init; }

    /// <summary>Looks in a row that found it with this size and time.</summary>
    public required int Polls { get; init; }

    /// <summary>Complete looks in a row that did not find it.</summary>
    public required int Missing { get; init; }

    /// <summary>When this version was first seen.</summary>
    public required DateTimeOffset FirstSeen { get; init; }

    /// <summary>Since when it has this size and time.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>When it may be claimed, by the service's clock; null where it may be at once.</summary>
    public DateTimeOffset? NotBefore { get; init; }

    /// <summary>Tries that were charged.</summary>
    public required int Attempts { get; init; }

    /// <summary>What the last try met; null where there was none, or nothing went wrong.</summary>
    public string? Error { get; init; }

    /// <summary>Who has it; null where nobody does.</summary>
    public string? Owner { get; init; }

    /// <summary>Whether its job is paused.</summary>
    public required bool IsPaused { get; init; }

    /// <summary>What it waits for, as a clause.</summary>
    /// <param name="now">The service's time.</param>
    public string Why(DateTimeOffset now) => State switch
    {
        FileState.Transferring => $"is being delivered by {Owner}",
        FileState.Verified => $"is proven, and {Owner} is giving it its name",
        _ when Missing > 0 => $"was not there at the last {(Missing == 1 ? "complete look" : $"{Missing} complete looks")}",
        FileState.Discovered =>
            $"is still observed: {(Polls == 1 ? "1 look" : $"{Polls} looks")} with this size and time, since {Since:u}{After}",
        FileState.Stable => $"stands still since {Since:u}; its marker or its minimum age is missing",
        _ when IsPaused => "its job is paused",
        _ when NotBefore > now => $"waits until {NotBefore:u}{After}",
        _ => $"is queued{After}",
    };

    private string After => Error is null ? "" : $", after: {Error}";
}
