namespace Accelerator.Cli.Doctor;

/// <summary>What was typed after <c>ftpx doctor</c>.</summary>
internal sealed record DoctorOptions
{
    /// <summary>The address of a server, or of a file there; null for none.</summary>
    public string? Address { get; init; }

    /// <summary>Where data is to go; null is the current folder.</summary>
    public string? Folder { get; init; }

    /// <summary>Speed of the line in bits a second; null is the adapter's.</summary>
    public long? Bandwidth { get; init; }

    /// <summary>Ways out of this computer as they were typed.</summary>
    public IReadOnlyList<string> Bind { get; init; } = [];

    /// <summary>A profile's name; null for the one that fits.</summary>
    public string? Profile { get; init; }

    public bool Json { get; init; }

    /// <summary>The zip to write; null for none.</summary>
    public string? Bundle { get; init; }

    /// <summary>Logs that go into it.</summary>
    public IReadOnlyList<string> Logs { get; init; } = [];
}
