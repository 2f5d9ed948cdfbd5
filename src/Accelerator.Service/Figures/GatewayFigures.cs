namespace Accelerator.Service.Figures;

/// <summary>The figures of a gateway for an operator.</summary>
/// <param name="Name">Its name in the job file.</param>
/// <param name="Address">The address for FTP clients; null while it is not open.</param>
/// <param name="Http">The address for HTTP clients; null if there is none.</param>
/// <param name="Clients">The number of connected clients.</param>
/// <param name="BytesPerSecond">The current rate of the files that are being fetched.</param>
/// <param name="Files">The number of these files.</param>
/// <param name="SentFiles">The files that were sent since the service started.</param>
/// <param name="SentBytes">Bytes that clients have accepted since then, of failed files too.</param>
/// <param name="FailedFiles">The files that failed since then.</param>
internal sealed record GatewayFigures(
    string Name, string? Address, string? Http, int Clients, double BytesPerSecond, int Files, long SentFiles, long SentBytes,
    long FailedFiles);
