namespace Accelerator.Jobs.Delivering;

/// <summary>One delivery in a manifest. After a crash a line may come twice, with the same <paramref name="Event"/>.</summary>
/// <param name="Event">The same for every try, and never another's.</param>
/// <param name="Job">The job.</param>
/// <param name="Server">The server's name in the job file.</param>
/// <param name="Remote">The path on the server.</param>
/// <param name="Path">Where the file is.</param>
/// <param name="Size">Bytes.</param>
/// <param name="Modified">Its last change as the server told it.</param>
/// <param name="Sha256">SHA-256 where it was computed.</param>
/// <param name="FirstSeen">When it was first seen.</param>
/// <param name="Delivered">When it was delivered.</param>
internal sealed record ManifestLine(
    string Event, string Job, string Server, string Remote, string Path, long Size, string? Modified, string? Sha256, DateTimeOffset FirstSeen, DateTimeOffset Delivered);
