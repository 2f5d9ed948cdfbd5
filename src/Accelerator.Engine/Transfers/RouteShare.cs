namespace Accelerator.Engine.Transfers;

/// <summary>What one source brings by one local path.</summary>
/// <param name="Source">The server as messages name it: <c>ftp://host:21</c>.</param>
/// <param name="Path">The local path as the user called it; null where the system chooses.</param>
/// <param name="BytesFetched">Bytes off the network in this run.</param>
/// <param name="BytesPerSecond">Goodput: of the last 2 s while it runs, of the whole run at its end.</param>
/// <param name="Streams">Streams that receive now; at the end the most that did at once.</param>
/// <param name="IsSilent">Whether it carries nothing now, so that the others do its work.</param>
public sealed record RouteShare(string Source, string? Path, long BytesFetched, double BytesPerSecond, int Streams, bool IsSilent);
