namespace Accelerator.Engine.Transfers;

/// <summary>The number of streams that a file starts with.</summary>
/// <param name="Wanted">Streams to start with, whatever is allowed at the moment: the controller of the streams begins with it.</param>
/// <param name="Allowed">
/// Streams that the session budget and the other runs leave now; the file is divided for no more. No limit by default.
/// </param>
internal readonly record struct StartStreams(int Wanted, int Allowed = int.MaxValue);
