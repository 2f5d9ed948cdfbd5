namespace Accelerator.Engine.Transfers;

/// <summary>The data that one source delivers by one local path.</summary>
/// <param name="Source">The server as named in messages: <c>ftp://host:21</c>.</param>
/// <param name="Path">The local path as specified by the user; null when the system chooses.</param>
/// <param name="BytesFetched">Bytes received from the network in this run.</param>
/// <param name="BytesPerSecond">Goodput: of the last 2 s during the run, of the complete run at its end.</param>
/// <param name="Streams">Streams that receive now; at the end the highest number that did at once.</param>
/// <param name="IsSilent">Whether it carries no data now, so that the others do its work.</param>
public sealed record RouteShare(string Source, string? Path, long BytesFetched, double BytesPerSecond, int Streams, bool IsSilent);
