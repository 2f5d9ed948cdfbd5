using Accelerator.Ftp;

namespace Accelerator.Jobs.Ledger;

/// <summary>A file that is not delivered yet.</summary>
public sealed record WaitingFile
{
    /// <summary>The folder on the server.</summary>
    public required string Folder { get; init; }

    /// <summary>The file's name in the folder.</summary>
    public required string Name { get; init; }

    /// <summary>Bytes, from the listing.</summary>
    public required long Size { get; init; }

    /// <summary>The file's state: one of those before <see cref="FileState.Published"/>.</summary>
    public required FileState State { get; init; }

    /// <summary>The number of consecutive polls that found it with this size and time.</summary>
    public required int Polls { get; init; }

    /// <summary>The number of consecutive complete polls that did not find it.</summary>
    public required int Missing { get; init; }

    /// <summary>Since when the file has this size and time.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>When it may be claimed, by the service's clock; null if at once.</summary>
    public DateTimeOffset? NotBefore { get; init; }

    /// <summary>The error of the last try; null if there was no try, or nothing went wrong.</summary>
    public string? Error { get; init; }

    /// <summary>The holder; null if there is none.</summary>
    public string? Owner { get; init; }

    /// <summary>Whether its job is paused.</summary>
    public required bool IsPaused { get; init; }

    /// <summary>Returns what the file waits for, as a clause.</summary>
    /// <param name="now">The service's time.</param>
    public string Why(DateTimeOffset now) => State switch
    {
        FileState.Transferring => $"is being delivered by {Owner}",
        FileState.Verified => $"is verified, and {Owner} is publishing it",
        _ when Missing > 0 => $"was not listed in the last {(Missing == 1 ? "complete poll" : CountText.Of(Missing, "complete poll"))}",
        FileState.Discovered =>
            $"is still observed: {CountText.Of(Polls, "poll")} with this size and time, since {Since:u}{After}",
        FileState.Stable => $"has not changed since {Since:u}; its marker or its minimum age is missing",
        _ when IsPaused => "its job is paused",
        _ when NotBefore > now => $"waits until {NotBefore:u}{After}",
        _ => $"is queued{After}",
    };

    private string After => Error is null ? "" : $", after: {Error}";
}
