namespace Accelerator.Service.Figures;

/// <summary>A file that is being fetched.</summary>
/// <param name="Job">The job.</param>
/// <param name="Server">The server's name in the job file.</param>
/// <param name="Path">Its path on the server: hostile text, as the server sent it.</param>
/// <param name="Since">Since when it is fetched.</param>
/// <param name="BytesDone">Bytes in place, including those of earlier runs.</param>
/// <param name="Size">Its size in bytes.</param>
/// <param name="Streams">The streams that work on it; 0 while no byte arrives.</param>
/// <param name="BytesPerSecond">Its rate; 0 while no byte arrives.</param>
internal sealed record TransferFigures(string Job, string Server, string Path, DateTimeOffset Since, long BytesDone, long Size, int Streams,
    double BytesPerSecond);
