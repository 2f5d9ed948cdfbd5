namespace Accelerator.Jobs.Definitions;

/// <summary>The amount that a job has delivered in the last 7 days, and the rate of its server.</summary>
/// <param name="Job">The job.</param>
/// <param name="Server">The server of its deliveries, as named in the job file of the service.</param>
/// <param name="Files">The number of delivered files; at least 1.</param>
/// <param name="Bytes">The sum of their bytes.</param>
/// <param name="Largest">The bytes of the largest file.</param>
/// <param name="Rate">The measured goodput of the server in bytes per second; null if it was not measured.</param>
public sealed record JobDemand(string Job, string Server, long Files, long Bytes, long Largest, long? Rate);
