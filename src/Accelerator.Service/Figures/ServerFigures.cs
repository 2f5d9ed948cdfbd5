namespace Accelerator.Service.Figures;

/// <summary>A server, as an operator sees it.</summary>
/// <param name="Name">Its name in the job file.</param>
/// <param name="Address">Its host and port.</param>
/// <param name="Sessions">Sessions that are logged in.</param>
/// <param name="Budget">Most that may be.</param>
/// <param name="BytesPerSecond">What comes from it now.</param>
/// <param name="Files">Files under way.</param>
internal sealed record ServerFigures(string Name, string Address, int Sessions, int Budget, double BytesPerSecond, int Files);
