using Accelerator.Cli.Options;

namespace Accelerator.Cli.Doctor;

/// <summary>The parsed arguments of <c>ftpx doctor</c>.</summary>
internal sealed record DoctorOptions : TransferOptions
{
    /// <summary>The address of a server, or of a file on it; null for none.</summary>
    public string? Address { get; init; }

    /// <summary>The target folder of the data; null for the current folder.</summary>
    public string? Folder { get; init; }

    /// <summary>The line speed in bits per second; null for the speed of the adapter.</summary>
    public long? Bandwidth { get; init; }

    /// <summary>The name of a profile; null for the one that fits.</summary>
    public string? Profile { get; init; }

    /// <summary>The zip to write; null for none.</summary>
    public string? Bundle { get; init; }

    /// <summary>The logs to include.</summary>
    public IReadOnlyList<string> Logs { get; init; } = [];
}
